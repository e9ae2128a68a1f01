// What an analysis says: the chances of the reader's seat over the turns, or for the truth of all
// seats, each as it knew the game, marks at what was dear, and the same as a list.
// It stands before the last script, whose first look shows it.
// In a block of its own: its names are nobody else's.

{
  const remarks = make("section", "card graph remarks");
  remarks.setAttribute("aria-label", "Analysis");
  $("panels").append(remarks);
  const CHART = 40, EDGE = 3;
  if (!start.has("hide")) $("hide").checked = false;  // who looks at an analysis knows how it ended

  const heard = () => Object.entries(D.remarks)
    .filter(([seat]) => D.readers[reader].seat < 0 || D.readers[reader].seat === +seat);
  const across = f => 100 * hour(f) / lastTurn(), upward = chance => EDGE + (CHART - 2 * EDGE) * (1 - chance);
  const goTo = f => { pause(); show(f); };

  // A stair: a chance holds until the seat is asked again.
  function stair(course) {
    const known = course.filter(([f]) => isKnown(f));
    if (!known.length) return "";
    const steps = known.map(([f, chance], n) => (n ? "H" : "M") + across(f).toFixed(2) +
      (n ? "V" : " ") + upward(chance).toFixed(2));
    return steps.join("") + "H" + across(Math.max(known[known.length - 1][0], Math.min(at, N - 1))).toFixed(2);
  }

  const standing = course => course.filter(([f]) => f <= at).pop();

  function drawChart(seats) {
    const head = make("p", "", seats[0][1].label, remarks), now = make("span", "", "", head);
    const field = make("div", "chances", undefined, remarks);
    const svg = draw("svg", { viewBox: "0 0 100 " + CHART, preserveAspectRatio: "none", role: "img" }, field);
    for (let t = 0; t < lastTurn(); t += Math.ceil(lastTurn() / 24))
      draw("line", { class: "turn", x1: 100 * t / lastTurn(), x2: 100 * t / lastTurn(), y1: 0, y2: CHART }, svg);
    draw("line", { class: "even", x1: 0, x2: 100, y1: CHART / 2, y2: CHART / 2 }, svg);
    const words = [];
    for (const [seat, { course }] of seats) {
      draw("path", { class: "side" + seat, d: stair(course) }, svg);
      const last = standing(course);
      if (!last) continue;
      const share = Math.round(100 * last[1]) + " %";
      make("b", "seat" + seat, share + " ", now);
      words.push(D.seats[seat].title + " " + share);
    }
    draw("line", { class: "here", x1: across(at), x2: across(at), y1: 0, y2: CHART }, svg);
    svg.setAttribute("aria-label", seats[0][1].label + ": " + words.join(", "));
    svg.onclick = e => {
      const box = svg.getBoundingClientRect(), t = lastTurn() * (e.clientX - box.left) / box.width;
      const f = D.frames.findIndex((_, k) => hour(k) >= t);
      goTo(f < 0 ? N - 1 : f);
    };
    for (const [seat, { course, marks }] of seats)
      for (const [f, weight, text] of marks) {
        if (!isKnown(f)) continue;
        const before = course.filter(([k]) => k <= f).pop(), dot = make("button", "dot side" + seat, "", field);
        dot.style.left = across(f) + "%";
        dot.style.top = 100 * upward(before ? before[1] : 0.5) / CHART + "%";
        dot.style.setProperty("--size", (8 + 8 * weight).toFixed(1) + "px");
        dot.title = text;
        dot.setAttribute("aria-label", text);
        dot.onclick = () => goTo(f);
      }
  }

  function listMarks(seats) {
    const list = make("div", "scroll marks", undefined, remarks);
    list.tabIndex = 0;
    list.setAttribute("aria-label", "What was dear");
    const marks = seats.flatMap(([seat, { marks }]) => marks.map(mark => [seat, ...mark]));
    for (const [seat, f, , text] of marks.filter(mark => isKnown(mark[1])).sort((a, b) => b[2] - a[2])) {
      const e = make("button", "mark" + (f === at ? " now" : ""), undefined, list);
      make("b", "seat" + seat, D.seats[seat].title + " ", e);
      e.append(text);
      e.onclick = () => goTo(f);
    }
    if (!list.childNodes.length) make("p", "empty", hidden() ? "nothing yet" : "nothing was dear", list);
  }

  document.addEventListener("shown", () => {
    const seats = heard(), list = remarks.querySelector(".marks"), top = list ? list.scrollTop : 0;
    const focus = [...remarks.querySelectorAll("button")].indexOf(document.activeElement);
    remarks.replaceChildren();
    remarks.hidden = !seats.length;
    if (!seats.length) return;
    make("h2", "", "Analysis", remarks);
    drawChart(seats);
    listMarks(seats);
    remarks.querySelector(".marks").scrollTop = top;
    if (focus >= 0) (remarks.querySelectorAll("button")[focus] || remarks).focus();
  });
}
