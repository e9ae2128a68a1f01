// @ts-check
// The pointer on the map: where it is, wheel, drag, pinch and click.

import { $, page } from "./dom.js";
import { goal, pan, rest, shown, zoom } from "./camera.js";
import { cells, dress, svg, toBoard } from "./map.js";
import { openCell } from "./stack.js";

const SLACK = 4; // pixels that a click may move

/** The place under the pointer; null for none. @param {{clientX: number, clientY: number}} e @returns {any[] | null} */
export function cellAt(e) {
  const box = $("map").getBoundingClientRect(), view = shown || goal, k = $("map").clientWidth / view[2];
  const [x, y] = toBoard([view[0] + (e.clientX - box.left - $("map").clientLeft) / k, view[1] + (e.clientY - box.top - $("map").clientTop) / k]);
  let best = null, least = 24 * 24;
  for (const cell of cells) {
    const far = (cell[0] - x) ** 2 + (cell[1] - y) ** 2;
    if (far < least) { least = far; best = cell; }
  }
  return best;
}

/** @param {any[] | null} cell */
export function pointAt(cell) {
  $("cell").textContent = cell ? cell[2] : "";
  const cursor = svg().querySelector("#cursor");
  cursor.setAttribute("visibility", cell ? "visible" : "hidden");
  if (cell) cursor.setAttribute("transform", `translate(${cell[0]} ${cell[1]})`);
}

/** Pointers that are down. @type {Map<number, number[]>} */
const held = new Map();
let moved = false;

/** Move with one pointer, zoom with two. @param {PointerEvent} e */
function drag(e) {
  const [x, y] = /** @type {number[]} */ (held.get(e.pointerId)), now = [e.clientX, e.clientY];
  if (Math.hypot(now[0] - x, now[1] - y) < (moved ? 1 : SLACK)) return;
  const other = [...held].filter(([id]) => id !== e.pointerId).map(each => each[1])[0];
  moved = true;
  held.set(e.pointerId, now);
  if (!other) return pan(now[0] - x, now[1] - y);
  const far = p => Math.max(1, Math.hypot(p[0] - other[0], p[1] - other[1])), box = $("map").getBoundingClientRect();
  pan((now[0] - x) / 2, (now[1] - y) / 2);
  zoom(far([x, y]) / far(now), ((now[0] + other[0]) / 2 - box.left) / box.width, ((now[1] + other[1]) / 2 - box.top) / box.height, true);
}

/** Take the pointer in on a new picture. @param {any} s */
export function handle(s) {
  s.addEventListener("wheel", e => {
    e.preventDefault();
    const r = $("map").getBoundingClientRect();
    zoom(Math.exp(Math.max(-100, Math.min(100, e.deltaY)) / 550), (e.clientX - r.left) / r.width, (e.clientY - r.top) / r.height, true);
    $("map").focus({ preventScroll: true });
  }, { passive: false });
  s.addEventListener("pointerdown", e => {
    if (!held.size) moved = false;
    held.set(e.pointerId, [e.clientX, e.clientY]);
    s.setPointerCapture(e.pointerId);
  });
  s.addEventListener("pointermove", e => {
    pointAt(cellAt(e));
    if (held.has(e.pointerId)) drag(e);
  });
  for (const end of ["pointerup", "pointercancel"]) s.addEventListener(end, e => {
    if (!held.delete(e.pointerId) || held.size || !moved) return;
    rest();
    dress();
    $("map").focus({ preventScroll: true });
  });
  s.addEventListener("pointerleave", () => pointAt(null));
  s.addEventListener("click", e => {
    const cell = cellAt(e);
    if (!moved && !page.click(cell, e)) openCell(cell);
  });
}
