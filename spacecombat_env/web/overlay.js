// @ts-check
// What the client draws on the ground of the map and below the pieces, and a card beside a place.

import { $, draw, make } from "./board/dom.js";
import { cells, lying, putBy, svg } from "./board/map.js";
import { half } from "./picture.js";

const LEAST = 10.5; // pixels that a letter is high at least

/** A fresh layer of this name; the one before it is gone. @param {string} id @returns {any} */
export function layer(id) {
  clear(id);
  const own = draw("g", { id }), over = $("map").querySelector("#over"), glow = $("map").querySelector("#glow");
  if (over) over.prepend(own); else if (glow) glow.before(own); else svg().querySelector("#pieces").before(own);
  return own;
}

/** @param {string} id */
export const clear = id => $("map").querySelectorAll("#" + id).forEach(e => e.remove());

/** The place of a name. @param {string} name @returns {any[] | undefined} */
export const cellOf = name => cells.find(cell => cell[2] === name);

/** The rectangle around places: x, y, width, height. @param {any[][]} found */
export function around(found) {
  const low = n => Math.min(...found.map(cell => cell[n])) - half(n), high = n => Math.max(...found.map(cell => cell[n])) + half(n);
  return { x: low(0), y: low(1), width: high(0) - low(0), height: high(1) - low(1) };
}

/**
 * Write in the middle of a place, as large as it can be read; nothing where it has no room.
 * @param {any} parent @param {number} x @param {number} y @param {string} text @param {number} wide room across
 */
export function write(parent, x, y, text, wide) {
  const scale = svg().getScreenCTM(), k = scale ? Math.hypot(scale.a, scale.b) : 1, size = Math.max(LEAST / k, Math.min(wide / 3, 15 / k));
  if (text.length * size * .62 > wide) return;
  const turn = lying ? `rotate(-90 ${x} ${y})` : "";
  draw("text", { x, y: y + size * .36, "font-size": size, "text-anchor": "middle", transform: turn }, parent).textContent = text;
}

/** A card beside a place; none for no lines. @param {any[] | null} cell @param {string[]} lines the first is its title */
export function card(cell, lines = []) {
  const box = $("map").querySelector(".hint") || make("div", "stack hint", undefined, $("map"));
  box.hidden = !cell || !lines.length;
  if (box.hidden) return;
  box.replaceChildren();
  lines.forEach((text, n) => make(n ? "p" : "h2", "", text, box));
  putBy(box, cell);
}
