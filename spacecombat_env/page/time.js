// Time: the slider, the marks above it, playing, keys and the legend.

let pace = "1";
const speed = () => paceOf(pace);
const film = new Bar($("film"), { go: n => step(reel()[n] === undefined ? 1 : reel()[n] - at), pause: () => play(), skip: () => turn(1), pace: chosen => { pace = chosen; mark(); } }, "Next turn");
const share = f => (N > 1 ? 100 * f / (N - 1) : 0) + "%";
const turns = [];
D.frames.forEach((frame, f) => {
  if (f && frame.t !== D.frames[f - 1].t) turns.push([f, frame.t]);
});
$("slider").max = N - 1;

// A number at each turn and a dot at each loud event, as far as there is room for them.
function markTime() {
  const row = $("turns"), wide = Math.max(1, row.clientWidth), x = f => wide * f / Math.max(1, N - 1);
  row.replaceChildren();
  let line = -99, number = -99, dot = -99;
  for (const [f, t] of turns) {
    if (!isKnown(f) || x(f) - line < 5) continue;
    line = x(f);
    const i = make("i", "", undefined, row);
    i.style.left = share(f);
    if (line - number < 24 || line > wide - 16) continue;
    number = line;
    make("span", "", t, i);
  }
  D.frames.forEach((frame, f) => {
    const loud = frame.v[reader].l.some(n => D.texts[n].endsWith("!"));
    if (!loud || !isKnown(f) || x(f) - dot < 7) return;
    dot = x(f);
    make("u", "", undefined, row).style.left = share(f);
  });
}
new ResizeObserver(markTime).observe($("turns"));

function show(f, moving = true) {
  const near = Math.abs(f - at) === 1;
  at = Math.max(0, Math.min(N - 1, f));
  map(moving && near);
  showFleets();
  markGraph();
  markLog(moving);
  tell(D.frames[at]);
  header();
  markTime();
  const frame = D.frames[at], turn = frame.t ? "Turn " + frame.t : "Set-up";
  $("slider").value = at;
  $("slider").style.setProperty("--part", share(at));
  $("slider").setAttribute("aria-valuetext", turn + ", " + $("acts").textContent);
  $("where").textContent = turn + " · " + (at + 1) + (isKnown(N - 1) ? " / " + N : "");
  clearTimeout(show.later);
  show.later = setTimeout(() => {
    try { history.replaceState(null, "", moment()); } catch {}
  }, 250);
  mark();
  document.dispatchEvent(new Event("shown"));
}

// The reel: the frames of this turn, as far as they are known.
const reel = () => spans[D.frames[at].t].filter(isKnown);
function shot(f) {
  const { l, d } = D.frames[f].v[reader], deeds = d.map(n => D.texts[n]), lines = l.map(n => D.texts[n]);
  const isLoss = deeds.includes("lose"), does = deeds.find(deed => deed && deed !== "follow") || "";
  return { does, isLoss, span: spansOf([{ does, isLoss, events: [] }])[0], title: lines.map(bare).join(" ") || $("when").textContent };
}
function mark() {
  film.fill(reel().map(shot));
  film.mark(reel().indexOf(at), !timer, pace);
}

function pause() { clearTimeout(timer); timer = 0; mark(); }
function tick() {
  const next = pace === "losses" ? D.frames.findIndex((_, f) => f > at && shot(f).isLoss) : at + 1;
  if (next < 0 || next >= N) return pause();
  show(next);
  timer = setTimeout(tick, shot(next).span / speed());
}
function play() {
  if (timer) return pause();
  if (at >= N - 1) show(0, false);
  timer = setTimeout(tick, 200);
  mark();
}
function turn(by) {
  const starts = [0, ...turns.map(([f]) => f)];
  const goal = by > 0 ? starts.find(f => f > at) : starts.filter(f => f < at).pop();
  if (goal !== undefined) show(goal, false);
  else if (by > 0) show(N - 1, false);
}
const step = by => { pause(); show(at + by); };
$("first").onclick = () => { pause(); show(0, false); };
$("last").onclick = () => { pause(); show(N - 1, false); };
$("slider").oninput = e => { pause(); show(+e.target.value); };
$("hide").onchange = () => {
  try { localStorage.setItem("spacecombat-hide", hidden() ? "1" : "0"); } catch {}
  show(at, false);
};
addEventListener("keydown", e => {
  if (e.ctrlKey || e.metaKey || e.altKey || $("key").open) return;
  if (["SELECT", "BUTTON"].includes(e.target.tagName) && e.key === " ") return;
  if (e.target.tagName === "SELECT" || (e.target.id === "slider" && e.key.startsWith("Arrow"))) return;
  const keys = {
    ArrowLeft: () => step(-1), ArrowRight: () => step(1), " ": play, Home: $("first").onclick,
    End: $("last").onclick, "[": () => turn(-1), "]": () => turn(1), Escape: shut,
    f: () => steer("follow"), m: () => steer("whole"), "+": $("in").onclick, "-": $("out").onclick,
    h: () => $("hide").click(),
  };
  const n = +e.key - 1;
  if (keys[e.key]) { keys[e.key](); e.preventDefault(); }
  else if (n >= 0 && n < D.readers.length) look(n);
});

// -- legend ----------------------------------------------------------------------------------------

$("legend").onclick = () => {
  if (!$("keys").childNodes.length) {
    $("map").querySelectorAll("symbol[id^=legend]").forEach(symbol => {
      const holder = make("div", "", undefined, $("keys"));
      const box = symbol.getAttribute("viewBox"), [x, y, w, h] = box.split(" ");
      const use = `<use href="#${symbol.id}" x="${x}" y="${y}" width="${w}" height="${h}"/>`;
      holder.innerHTML = `<svg viewBox="${box}" aria-hidden="true">${use}</svg>`;
      make("div", "", symbol.querySelector("title").textContent, $("keys"));
    });
  }
  $("key").showModal();
};

// A frame or a turn is asked for; else: the first with more pieces on the board than at the beginning.
const manned = frame => frame.v[reader].p.filter(n => spots[n].length).length;
const beginning = Math.max(0, D.frames.findIndex(frame => manned(frame) > manned(D.frames[0])));
const turnAsked = start.has("turn") ? Math.max(0, D.frames.findIndex(frame => frame.t >= +start.get("turn"))) : beginning;
at = Math.max(0, Math.min(N - 1, +(start.get("frame") ?? turnAsked) || 0));
look(reader);
camera(mode);
