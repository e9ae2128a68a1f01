// @ts-check
// Places of the map by keys: arrows go from place to place, Enter takes one as a click does, a screen reader is told.

import { $, page } from "./board/dom.js";
import { pan } from "./board/camera.js";
import { pointAt } from "./board/gesture.js";
import { cells, svg, toView } from "./board/map.js";
import { act, litPlaces } from "./glow.js";
import { aimScan, centres } from "./heat.js";
import { goesTo, pointTo } from "./reach.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const MARGIN = 30; // pixels to the rim of the map
/** The name of the place that was chosen last. */
let at = "";
let isOn = false; // whether the keys are on the map, and stay there

const map = $("map");
const isHere = () => document.activeElement === map;

/** Places that mean something now. @returns {any[][]} */
function places() {
  const found = new Set([...litPlaces(), ...centres()]);
  return cells.filter(cell => goesTo(cell) || found.has(cell[2]));
}

/** Whether the keys stay on the map. */
export const holdsKeys = () => isHere() && isOn;

/** Offer the map to the keys, or not. @param {boolean} isAsked */
export function offerMap(isAsked) {
  map.tabIndex = isAsked ? 0 : -1;
  if (isAsked && holdsKeys() && at) show(cells.find(cell => cell[2] === at));
}

/** The next place in a direction: near, and not far aside. @param {number[]} way @returns {any[] | undefined} */
function next([dx, dy]) {
  const found = places(), heart = page.first().heart, here = cells.find(cell => cell[2] === at);
  const from = toView(here || heart || found[0]);
  let best, least = Infinity;
  for (const cell of found) {
    const [x, y] = toView(cell), ahead = (x - from[0]) * dx + (y - from[1]) * dy, aside = Math.abs((x - from[0]) * dy - (y - from[1]) * dx);
    if (ahead > 0.5 && aside <= 1.8 * ahead && ahead + 2 * aside < least) { least = ahead + 2 * aside; best = cell; }
  }
  return best || here || found[0];
}

/** @param {any[] | undefined} cell */
function show(cell) {
  if (!cell || !svg()) return;
  at = cell[2];
  pointAt(cell);
  keepInView();
  const told = pointTo(cell) || aimScan(cell);
  $("cell").textContent = (told || [cell[2], "click: choose"]).join(", ").replace(/click( again, or Enter)?:/, "Enter:");
}

function keepInView() {
  const mark = svg().querySelector("#cursor").getBoundingClientRect(), box = map.getBoundingClientRect();
  const off = (low, high, from, to) => low < from + MARGIN ? from + MARGIN - low : high > to - MARGIN ? to - MARGIN - high : 0;
  const dx = off(mark.left, mark.right, box.left, box.right), dy = off(mark.top, mark.bottom, box.top, box.bottom);
  if (dx || dy) pan(dx, dy);
}

/** Back to the words. */
const leave = () => /** @type {any} */ ($("choices").querySelector("[tabindex='0']"))?.focus();

addEventListener("keydown", e => {
  const field = /** @type {any} */ (e.target);
  if (e.ctrlKey || e.metaKey || e.altKey || $("main").hidden || document.querySelector("dialog[open]")) return;
  if (e.key === "." && map.tabIndex === 0 && !(field.id === "typed" && field.value)) {
    if (isHere()) leave(); else map.focus();
  } else if (!isHere() || map.tabIndex) return;
  else if (WAYS[e.key] && !places().length) return leave();
  else if (WAYS[e.key]) show(next(WAYS[e.key]));
  else if (e.key === "Enter" && at) act(/** @type {any[]} */ (cells.find(cell => cell[2] === at)));
  else return;
  e.preventDefault();
  e.stopPropagation();
}, true);
map.addEventListener("focus", () => {
  isOn = map.tabIndex === 0;
  if (!isOn) return;
  const count = places().length;
  $("cell").textContent = count ? `${count} places on the map: arrow keys go there, Enter takes one` : "";
});
map.addEventListener("blur", () => { isOn = false; });
map.addEventListener("pointerdown", () => { at = ""; });
map.addEventListener("pointerup", () => { isOn = false; });
