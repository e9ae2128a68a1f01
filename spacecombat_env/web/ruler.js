// @ts-check
// The ruler: two places, by clicks or by Enter on pieces, and how far they are apart.

import { $, draw } from "./board/dom.js";
import { cellAt, cells, svg } from "./board/map.js";
import { corners, half } from "./picture.js";

/** @type {any[] | null} */
let from = null;
const isOn = () => $("ruler").getAttribute("aria-pressed") === "true";

/** Hexes or squares between two places. @param {any[]} a @param {any[]} b */
function between(a, b) {
  const isHex = corners().length === 12;
  const across = Math.round(Math.abs(a[0] - b[0]) / (half(0) * (isHex ? 1.5 : 2))), down = Math.abs(a[1] - b[1]) / (half(1) * 2);
  const far = isHex ? across + Math.max(0, Math.round(down - across / 2)) : Math.max(across, Math.round(down));
  return `${far} ${isHex ? far === 1 ? "hex" : "hexes" : far === 1 ? "square" : "squares"}`;
}

function clear() {
  from = null;
  for (const e of document.querySelectorAll("#measure")) e.remove();
}

/** @param {any[] | null} to */
function show(to) {
  document.querySelectorAll("#measure").forEach(e => e.remove());
  $("cell").textContent = !from ? "Ruler: from where?" : to && to !== from ? `${from[2]} to ${to[2]}: ${between(from, to)}` : `From ${from[2]} to where?`;
  if (from && to) draw("line", { id: "measure", x1: from[0], y1: from[1], x2: to[0], y2: to[1] }, svg().querySelector("#board"));
}

/** Take a place, where the ruler is in hand; whether it is. @param {any[] | null} cell */
export function measure(cell) {
  if (!isOn()) return false;
  if (from && cell) { show(cell); from = null; } else { clear(); from = cell; show(cell); }
  return true;
}

/** @param {boolean} on */
function take(on) {
  $("ruler").setAttribute("aria-pressed", String(on));
  clear();
  if (on) show(null); else $("cell").textContent = "";
}
$("ruler").onclick = () => take(!isOn());
$("map").addEventListener("pointermove", e => { if (isOn() && from) show(cellAt(e)); });
addEventListener("keydown", e => {
  if (!isOn()) return;
  const at = /** @type {any} */ (e.target).dataset.cell;
  if (e.key === "Escape") take(false);
  else if (e.key === "Enter" && at) measure(cells.find(cell => cell[2] === at) || null);
  else return;
  e.stopPropagation();
}, true);
