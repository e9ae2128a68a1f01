// Run in a page: what overflows, which letters are too small, which texts stand out too little.

"use strict";
() => {
  const seen = e => { const b = e.getBoundingClientRect(); return b.width > 1 && b.height > 1 && e.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }); };
  const rgb = text => {
    const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    probe.fillStyle = text; probe.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = probe.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, low) => [0, 1, 2].map(k => top[k] * top[3] + low[k] * (1 - top[3])).concat(1);
  const ground = e => {
    const layers = [];
    for (let at = e; at; at = at.parentElement) {
      layers.push(rgb(getComputedStyle(at).backgroundColor));
      if (layers[layers.length - 1][3] === 1) break;
    }
    return layers.reverse().reduce((low, top) => over(top, low), rgb(getComputedStyle(document.body).backgroundColor));
  };
  const light = c => c.slice(0, 3).map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
  const found = { across: document.documentElement.scrollWidth - innerWidth, small: [], faint: [], texts: 0 };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement, text = walk.currentNode.textContent.trim();
    if (!text || !seen(e) || e.closest("symbol, defs, metadata, title, .unseen, noscript, option")) continue;
    const style = getComputedStyle(e), inMap = e.closest("svg");
    const m = inMap && e.getScreenCTM ? e.getScreenCTM() : null;
    const size = parseFloat(style.fontSize) * (m ? Math.hypot(m.a, m.b) : 1);
    found.texts += 1;
    if (size < 10) found.small.push(`${size.toFixed(1)} ${text.slice(0, 30)}`);
    if (inMap) continue;
    const low = ground(e), top = over(rgb(style.color), low), ratio = contrast(top, low);
    if (ratio < 4.5 && !e.closest("[disabled]")) found.faint.push(`${ratio.toFixed(2)} ${text.slice(0, 30)}`);
  }
  return found;
}
