// What the page holds, and how coloured words are made.

const D = JSON.parse(document.getElementById("data").textContent);
const start = new URLSearchParams(location.hash.slice(1));
const N = D.frames.length;
let reader = Math.max(0, D.readers.findIndex(r => r.key === start.get("view")));
let at = 0, timer = 0;

// A line is the number of its form, and the numbers that belong into its gaps.
const forms = D.forms.map(form => form.split("¤"));
D.lines = D.lines.map(line => {
  const [form, ...numbers] = line.split(" "), parts = forms[form];
  return parts.map((part, n) => n ? numbers[n - 1] + part : part).join("");
});

// Of what is seen the page holds what has changed since the frame before.
D.readers.forEach((_, n) => {
  let seen = [];
  for (const frame of D.frames) {
    seen = [...seen];
    for (const [from, many, ...fresh] of frame.v[n].p) seen.splice(from, many, ...fresh);
    frame.v[n].p = seen;
    frame.v[n].g = frame.v[n].g.map(panel => D.panels[panel]);
  }
});
D.rows = D.rows.map(row => Object.fromEntries(row.map((told, n) =>
  [D.row[n], Array.isArray(told) ? told.map(k => D.texts[k]) : D.texts[told]])));

const sides = new RegExp("\\b(" + D.seats.map(s => s.title).join("|") + ")\\b");
function words(text, parent) {
  for (const part of text.split(sides)) {
    const seat = D.seats.findIndex(s => s.title === part);
    if (seat >= 0) make("b", "seat" + seat, part, parent);
    else if (part) parent.append(part);
  }
}
page.words = words;

// -- what is to come is hidden, unless one asks for it --------------------------------------------

const hidden = () => $("hide").checked;
const isKnown = f => f <= at || !hidden();

function remembered() {
  if (start.has("hide")) return start.get("hide") === "1";
  try { return localStorage.getItem("spacecombat-hide") !== "0"; } catch { return true; }
}
$("hide").checked = remembered();

// -- header ----------------------------------------------------------------------------------------

$("title").textContent = document.title = D.title;
$("made").textContent = D.made;
D.seats.forEach((seat, n) => {
  if (n) make("span", "vs", "against", $("versus"));
  const p = make("span", "player", undefined, $("versus"));
  make("b", "seat" + n, seat.title, p);
  make("span", "", seat.agent, p);
});

function header() {
  const told = isKnown(N - 1);
  $("sub").textContent = [...D.sub, ...(told ? D.end : [])].join(" · ");
  $("result").replaceChildren();
  if (told) words(D.result, $("result"));
  $("result").style.fontWeight = 650;
  $("why").textContent = told ? D.why : "";
  [...$("versus").querySelectorAll(".player")].forEach((p, n) =>
    p.classList.toggle("won", told && D.winner === n));
}

// -- views -----------------------------------------------------------------------------------------

D.readers.forEach((r, n) => {
  const b = make("button", r.seat >= 0 ? "seat" + r.seat : "", r.label, $("views"));
  b.title = "Key " + (n + 1);
  b.onclick = () => look(n);
});
if (D.readers.length < 2) $("views").hidden = true;

function look(n) {
  reader = n;
  [...$("views").children].forEach((b, k) => b.setAttribute("aria-pressed", k === n));
  $("reader").textContent = D.readers[n].about;
  writeLog();
  drawGraph();
  show(at, false);
}
