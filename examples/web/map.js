// The map of a Battle Rider record: hexes, task forces, missiles, planets and asteroids.

const SPACE = "http://www.w3.org/2000/svg";
const SIZE = 20; // pixels from the centre of a hex to a corner
const MARGIN = 3; // hexes around the pieces
const CORNERS = [0, 1, 2, 3, 4, 5].map((n) => [
  SIZE * Math.cos((n * Math.PI) / 3),
  SIZE * Math.sin((n * Math.PI) / 3),
]);

/** Return the centre of a hex in pixels; r points up, away from Red's edge. */
function centre(q, r) {
  return [1.5 * SIZE * q, -Math.sqrt(3) * SIZE * (r + q / 2)];
}

function part(name, attributes, text = "") {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

const sideOf = (slot, slots) => (slot < slots / 2 ? "red" : "blue");

function forceParts({ q, r, vq, vr, contact }, slot, slots) {
  const [x, y] = centre(q, r);
  const [toX, toY] = centre(q + vq, r + vr);
  const side = sideOf(slot, slots);
  const up = side === "red" ? -1 : 1;
  const points = [[0, 11 * up], [9, -8 * up], [-9, -8 * up]].map(([dx, dy]) => `${x + dx},${y + dy}`);
  const group = part("g", { class: side });
  group.append(
    part("line", { class: "vector", x1: x, y1: y, x2: toX, y2: toY }),
    part("polygon", { class: "force", points: points.join(" ") }),
    part("text", { x, y: y + (up < 0 ? 26 : -15) }, contact >= 0 ? contact + 1 : ""),
  );
  return group;
}

function missileParts({ q, r, count }, slot, slots) {
  const [x, y] = centre(q, r);
  const group = part("g", { class: sideOf(slot, slots) });
  group.append(part("circle", { class: "missiles", cx: x, cy: y, r: 7 }));
  group.append(part("text", { x, y: y - 11 }, count));
  return group;
}

function hexes(pieces) {
  const columns = pieces.map(({ q }) => q);
  const heights = pieces.map(({ q, r }) => r + q / 2);
  const [left, right] = [Math.min(...columns) - MARGIN, Math.max(...columns) + MARGIN];
  const [low, high] = [Math.min(...heights) - MARGIN, Math.max(...heights) + MARGIN];
  const found = [];
  for (let q = left; q <= right; q++) {
    for (let r = Math.ceil(low - q / 2); r + q / 2 <= high; r++) found.push({ q, r });
  }
  return found;
}

/** Draw a record, which may be one that a seat sees. */
export function drawMap(svg, scenario, { tf, spread, body }) {
  const is = (field, name) => scenario.about.enums[field][name];
  const slots = (list) => list.map((piece, slot) => ({ ...piece, slot }));
  const forces = slots(tf).filter(({ status }) => status === is("tf.status", "on_map"));
  const missiles = slots(spread).filter(({ count }) => count > 0);
  const bodies = body.filter(({ kind }) => kind >= 0);
  const pieces = [...forces, ...missiles, ...bodies];
  const cells = hexes(pieces.length ? pieces : [{ q: 0, r: 0 }]);
  const places = cells.map(({ q, r }) => centre(q, r));
  const xs = places.map(([x]) => x);
  const ys = places.map(([, y]) => y);
  const [x, y] = [Math.min(...xs) - SIZE, Math.min(...ys) - SIZE];
  const [width, height] = [Math.max(...xs) + SIZE - x, Math.max(...ys) + SIZE - y];
  svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  svg.replaceChildren(
    ...places.map(([cx, cy]) => {
      const points = CORNERS.map(([dx, dy]) => `${cx + dx},${cy + dy}`);
      return part("polygon", { class: "hex", points: points.join(" ") });
    }),
    ...bodies.map(({ q, r }) => {
      const [cx, cy] = centre(q, r);
      return part("circle", { class: "body", cx, cy, r: 12 });
    }),
    ...missiles.map((each) => missileParts(each, each.slot, spread.length)),
    ...forces.map((each) => forceParts(each, each.slot, tf.length)),
  );
}
