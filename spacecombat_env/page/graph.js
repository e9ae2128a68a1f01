// The graph of how the game went: a chart for each quantity, a line for each side, over the turns.

const spans = {};
D.frames.forEach((frame, f) => { (spans[frame.t] = spans[frame.t] || []).push(f); });
const hour = f => D.frames[f].t + (f - spans[D.frames[f].t][0]) / spans[D.frames[f].t].length;
const trend = (f, side, n) => ((D.frames[f].v[reader].g[side] || {}).x || [])[n] || 0;

function drawGraph() {
  if ($("graph")) $("graph").remove();
  const card = make("section", "card graph");
  card.id = "graph";
  $("panels").append(card);
  card.hidden = !D.trends.length;
  make("h2", "", "Over the turns", card);
  D.trends.forEach((label, n) => {
    const p = make("p", "", label, card);
    make("span", "", "", p);
    const svg = draw("svg", { viewBox: "0 0 100 40", preserveAspectRatio: "none", role: "img" }, card);
    draw("g", {}, svg);
    D.seats.forEach((_, s) => draw("path", { class: "side" + s }, svg));
    draw("line", { class: "here", y1: 0, y2: 40 }, svg);
    svg.onclick = e => {
      const box = svg.getBoundingClientRect(), t = lastTurn() * (e.clientX - box.left) / box.width;
      const f = D.frames.findIndex((_, k) => hour(k) >= t);
      pause();
      show(f < 0 ? N - 1 : f);
    };
  });
}

// The axis ends with the game, or where that is hidden, a little after the present.
const lastTurn = () => 1 + (isKnown(N - 1) ? Math.max(1, ...D.frames.map(frame => frame.t))
  : Math.max(5, D.frames[at].t + 1));

function markGraph() {
  const known = [...D.frames.keys()].filter(isKnown), last = lastTurn();
  $("graph").querySelectorAll("svg").forEach((svg, n) => {
    const most = Math.max(1, ...known.flatMap(f => D.seats.map((_, s) => trend(f, s, n))));
    const x = f => (100 * hour(f) / last).toFixed(2), y = v => (37 - 33 * v / most).toFixed(2);
    svg.querySelectorAll("path").forEach((path, s) => path.setAttribute("d",
      known.map(f => (f ? "H" + x(f) + "V" : "M0 ") + y(trend(f, s, n))).join("")));
    const grid = svg.querySelector("g");
    grid.replaceChildren();
    for (let t = 0; t < last; t += Math.ceil(last / 24))
      draw("line", { class: "turn", x1: 100 * t / last, x2: 100 * t / last, y1: 0, y2: 40 }, grid);
    const here = svg.querySelector(".here");
    for (const end of ["x1", "x2"]) here.setAttribute(end, 100 * hour(at) / last);
    const now = D.seats.map((s, k) => s.title + " " + trend(at, k, n));
    svg.setAttribute("aria-label", D.trends[n] + ": " + now.join(", "));
    const told = svg.previousElementSibling.querySelector("span");
    told.replaceChildren();
    D.seats.forEach((_, k) => make("b", "seat" + k, trend(at, k, n) + " ", told));
  });
}
