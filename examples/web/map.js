// The map of a Battle Rider record: hexes, task forces, missiles, planets and asteroids.

const SPACE = "http://www.w3.org/2000/svg";
const SIZE = 20; // from the centre of a hex to a corner
const MARGIN = 3; // hexes around the pieces
const CORNERS = [0, 1, 2, 3, 4, 5].map((n) => [
  SIZE * Math.cos((n * Math.PI) / 3),
  SIZE * Math.sin((n * Math.PI) / 3),
]);
const TRIANGLE = [[0, -20], [15, 13], [-15, 13]]; // points up, away from Red's edge
let isWide = false; // Red's edge is at the left, not below

/** Return a place on the screen; y points down. */
const turned = ([x, y]) => (isWide ? [-y, x] : [x, y]);

/** Return the centre of a hex; r points up. */
const centre = ({ q, r }) => turned([1.5 * SIZE * q, -Math.sqrt(3) * SIZE * (r + q / 2)]);

const polygon = ([x, y], points) =>
  points.map(turned).map(([dx, dy]) => `${x + dx},${y + dy}`).join(" ");

function part(name, attributes, text = "") {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

function group(side, ...parts) {
  const made = part("g", { class: side });
  made.append(...parts);
  return made;
}

function drawForce({ q, r, vq, vr, contact, side }) {
  const [x, y] = centre({ q, r });
  const [x2, y2] = centre({ q: q + vq, r: r + vr });
  const shape = side === "red" ? TRIANGLE : TRIANGLE.map(([dx, dy]) => [dx, -dy]);
  const name = contact >= 0 ? contact + 1 : "";
  return group(
    side,
    part("line", { class: "vector", x1: x, y1: y, x2, y2 }),
    part("polygon", { class: "force", points: polygon([x, y], shape) }),
    part("text", { x, y: y + 42 }, name),
  );
}

function drawMissiles({ q, r, side, count }) {
  const [x, y] = centre({ q, r });
  const ring = part("circle", { class: "missiles", cx: x, cy: y, r: 22 });
  return group(side, ring, part("text", { x, y: y - 28 }, `×${count}`));
}

/** Return the missiles of each side in each hex as one piece. */
function together(spreads) {
  const found = new Map();
  for (const { q, r, side, count } of spreads) {
    const key = [q, r, side].join();
    found.set(key, { q, r, side, count: count + (found.get(key)?.count ?? 0) });
  }
  return [...found.values()];
}

function hexesAround(pieces) {
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

function frameOf(places) {
  const [xs, ys] = [0, 1].map((axis) => places.map((place) => place[axis]));
  const [x, y] = [Math.min(...xs) - SIZE, Math.min(...ys) - SIZE];
  return `${x} ${y} ${Math.max(...xs) + SIZE - x} ${Math.max(...ys) + SIZE - y}`;
}

/** Draw a record, which may be one that a seat sees. */
export function drawMap(svg, scenario, { tf, spread, body }) {
  isWide = svg.clientWidth > svg.clientHeight;
  const onMap = scenario.about.enums["tf.status"].on_map;
  const sided = (list) =>
    list.map((piece, slot) => ({ ...piece, side: slot < list.length / 2 ? "red" : "blue" }));
  const forces = sided(tf).filter(({ status }) => status === onMap);
  const missiles = together(sided(spread).filter(({ count }) => count > 0));
  const bodies = body.filter(({ kind }) => kind >= 0);
  const pieces = [...forces, ...missiles, ...bodies];
  const places = hexesAround(pieces.length ? pieces : [{ q: 0, r: 0 }]).map(centre);
  svg.setAttribute("viewBox", frameOf(places));
  svg.replaceChildren(
    ...places.map((place) => part("polygon", { class: "hex", points: polygon(place, CORNERS) })),
    ...bodies.map((each) => {
      const [cx, cy] = centre(each);
      return part("circle", { class: "body", cx, cy, r: 17 });
    }),
    ...missiles.map(drawMissiles),
    ...forces.map(drawForce),
  );
}
