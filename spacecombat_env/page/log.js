// The log: what each frame told the reader.

function writeLog() {
  const log = $("log");
  log.replaceChildren();
  D.frames.forEach((frame, f) => {
    for (const n of frame.v[reader].l) {
      const text = D.texts[n], head = text.match(/^Turn \d+/);
      const parent = head ? make("h3", "", undefined, log) : log;
      const e = make("button", head ? "" : "said" + (text.endsWith("!") ? " loud" : ""), undefined, parent);
      e.dataset.f = f;
      e.onclick = () => { pause(); show(f); };
      if (!head) { words(text, e); continue; }
      e.append(head[0]);
      words(text.slice(head[0].length).replace(/^\.\s*/, ""), make("span", "", undefined, e));
    }
  });
}

function markLog(smooth) {
  const log = $("log");
  let goal = null;
  for (const e of log.querySelectorAll("button")) {
    const f = +e.dataset.f, line = e.parentNode === log ? e : e.parentNode;
    line.hidden = !isKnown(f);
    e.classList.toggle("future", f > at);
    e.classList.toggle("now", f === at && line === e);
    if (f === at) e.setAttribute("aria-current", "true"); else e.removeAttribute("aria-current");
    if (f <= at) goal = line;
  }
  if (!goal) { log.scrollTop = 0; return; }
  const top = goal.offsetTop - log.clientHeight * (hidden() ? 0.8 : 0.55);
  log.scrollTo({ top: Math.max(0, top), behavior: smooth && !calm && !timer ? "smooth" : "auto" });
}

function tell(frame) {
  const orders = $("orders");
  orders.replaceChildren();
  for (const [seat, said] of frame.v[reader].o) {
    if (orders.childNodes.length) orders.append("  ");
    make("b", "seat" + seat, D.seats[seat].title, orders);
    orders.append(": " + said);
  }
  orders.title = orders.textContent;
  if (!timer) $("told").textContent = [$("when").textContent, ...frame.v[reader].l.map(n => D.texts[n])].join(". ");
}
