// Run in a replay page: shows every frame to every reader and measures what is on the map, in pixels.

"use strict";
(() => {
  const box = e => e.getBoundingClientRect();
  const wide = b => b.width > 0.05 && b.height > 0.05;
  const shared = (a, b) => {
    const w = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return w > 0.5 && h > 0.5;
  };
  const result = { frames: 0, names: 0, labels: 0, placed: 0, overlaps: [], small: [], least: 99, across: 0 };

  function waysOf(svg) {
    return [...svg.querySelectorAll("#pieces .way")].flatMap(e => {
      const line = e.querySelector("line"), tip = e.querySelector("polygon").points[0], m = e.getScreenCTM();
      const on = (x, y) => [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f];
      const a = on(+line.getAttribute("x1"), +line.getAttribute("y1")), b = on(tip.x, tip.y);
      const count = Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / 4) + 1;
      return [...Array(count + 1).keys()].map(n => {
        const x = a[0] + (b[0] - a[0]) * n / count, y = a[1] + (b[1] - a[1]) * n / count;
        return { left: x - 1, right: x + 1, top: y - 1, bottom: y + 1, what: "vector" };
      });
    });
  }

  function measure(where) {
    const svg = document.querySelector("#map .top"), window_ = box(svg);
    const names = [...svg.querySelectorAll("#names text, #names rect")].map(e => ({ e, b: box(e) })).filter(n => wide(n.b));
    const marks = [...document.querySelectorAll("#pieces [data-k], #map .board .mark")]
      .map(e => Object.assign(box(e), { what: e.dataset.k || e.getAttribute("class") })).filter(wide);
    const texts = [...document.querySelectorAll("#map .board text")].filter(e =>
      !e.closest(".caption, symbol, defs") && e.style.visibility !== "hidden");
    marks.push(...texts.map(e => Object.assign(box(e), { what: "'" + e.textContent + "'" })), ...waysOf(svg));
    const note = (a, b) => { if (result.overlaps.length < 40) result.overlaps.push(`${where}: ${a} on ${b}`); };
    names.forEach((n, k) => {
      const said = n.e.textContent || "damage";
      marks.forEach(m => { if (shared(n.b, m)) note(said, m.what); });
      names.slice(k + 1).forEach(m => {
        if (m.e.parentNode !== n.e.parentNode && shared(n.b, m.b)) note(said, m.e.textContent || "damage");
      });
    });
    [...svg.querySelectorAll("#names text"), ...texts].forEach(e => {
      const m = e.getScreenCTM(), size = parseFloat(getComputedStyle(e).fontSize) * Math.hypot(m.a, m.b);
      result.least = Math.min(result.least, size);
    });
    beside(where);
    result.names += names.length;
    result.labels += [...svg.querySelectorAll(".label")].filter(e => {
      const at = onScreen(e.dataset.at.split(" ").slice(0, 2).map(Number));
      return at[0] >= 0 && at[1] >= 0 && at[0] <= window_.width && at[1] <= window_.height;
    }).length;
    result.placed += svg.querySelectorAll("#names > g").length;
    result.frames += 1;
  }

  // Figures beside the map: letters are not on letters, nor on boxes, and nothing is cut.
  function beside(where) {
    const texts = [...document.querySelectorAll("#beside svg text")].map(e => ({ e, b: box(e) }));
    for (const { e } of texts) {
      const m = e.getScreenCTM();
      result.least = Math.min(result.least, parseFloat(e.getAttribute("font-size")) * Math.hypot(m.a, m.b));
    }
    for (const figure of document.querySelectorAll("#beside figure")) {
      const frame = figure.querySelector("svg"), whole = frame && box(frame), here = texts.filter(t => figure.contains(t.e));
      const blocks = [...figure.querySelectorAll("[data-block] > rect")].map(box);
      here.forEach((t, n) => {
        const inked = { left: t.b.left, right: t.b.right, top: t.b.top + t.b.height * 0.2, bottom: t.b.bottom - t.b.height * 0.25 };
        if (blocks.some(b => shared(inked, b)) || here.slice(n + 1).some(o => shared(t.b, o.b)))
          result.overlaps.push(`${where}: ${t.e.textContent} on a sheet`);
      });
      if (blocks.some(b => b.left < whole.left || b.right > whole.right || b.bottom > whole.bottom + 1))
        result.overlaps.push(`${where}: a sheet is cut`);
    }
    result.sheets = Math.max(result.sheets || 0, document.querySelectorAll("#beside figure").length);
  }

  function page() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const e = walker.currentNode.parentElement;
      if (!walker.currentNode.textContent.trim() || e.closest("svg, script, .unseen, option") || !box(e).width) continue;
      const size = parseFloat(getComputedStyle(e).fontSize);
      if (size < 10) result.small.push(e.textContent.slice(0, 30));
      result.least = Math.min(result.least, size);
    }
    result.across = document.documentElement.scrollWidth - innerWidth;
    const map = box(document.getElementById("map"));
    result.covered = [...document.querySelectorAll("button")].filter(e => !e.closest("#map, .log") && shared(box(e), map)).length;
    result.lines = Math.round(box(document.getElementById("where")).height / parseFloat(getComputedStyle(document.getElementById("where")).lineHeight));
  }

  function run() {
    document.getElementById("hide").checked = false;
    D.readers.forEach((r, n) => {
      look(n);
      for (const part of ["follow", "whole"]) {
        steer(part);
        D.frames.forEach((_, f) => { show(f, false); measure(`${r.key} ${part} ${f}`); });
      }
    });
    scrollTo(0, 0);
    page();
    parent.postMessage(result, "*");
  }
  addEventListener("load", () => setTimeout(() => {
    try { run(); } catch (error) { parent.postMessage({ error: error.stack }, "*"); }
  }, 100));
})();
