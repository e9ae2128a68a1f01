// Which picture a frame shows: of its lines, those of the still part, of the pieces, beside the map.

const PLACE = /data-k=["'][^"']*["'][^>]* transform=["']translate\((-?[\d.]+) (-?[\d.]+)\)/;
const spots = D.lines.map(line => (line.match(PLACE) || []).slice(1).map(Number));
const BESIDE = /^<g data-beside=["']([^"']*)["']/;
const isBeside = n => D.lines[n].startsWith("<g data-beside=");
const joined = lines => lines.map(n => D.lines[n]).join("\n");
let still = -1;

page.span = most => Math.min(most, 1.5 * most / speed());
page.redraw = () => show(at, false);
page.near = () => {
  const found = [];
  for (const k of spans[D.frames[at].t]) {
    if (!isKnown(k)) break;
    found.push(...D.frames[k].v[reader].p.map(n => spots[n]).filter(spot => spot.length));
  }
  return found;
};

function map(moving) {
  const view = D.frames[at].v[reader];
  if (view.b !== still) {
    const holder = document.createElement("div");
    holder.innerHTML = joined(D.stills[view.b]);
    lay(holder.querySelector("svg"));
    still = view.b;
    moving = false;
  }
  const drawn = view.p.filter(n => !isBeside(n));
  besideMap(view.p.filter(isBeside));
  showPieces(group => {
    group.innerHTML = joined(drawn);
    const caption = group.querySelectorAll(".caption text");
    $("when").textContent = caption.length ? caption[0].textContent : "";
    $("acts").textContent = caption.length > 1 ? caption[1].textContent : "";
  }, moving);
}

function besideMap(lines) {
  const found = new Map();
  for (const n of lines) {
    const key = D.lines[n].match(BESIDE)[1];
    found.set(key, [...(found.get(key) || []), n]);
  }
  putBeside(new Map([...found].map(([key, held]) =>
    [key, { told: held.join(), fill: shape => { shape.innerHTML = joined(held); } }])));
}

const group = g => ({ title: g.t, figures: g.f, rows: g.r.map(r => D.rows[r]) });
const showFleets = () => fleets(D.frames[at].v[reader].g.map(group), $("panels"), $("graph"));
