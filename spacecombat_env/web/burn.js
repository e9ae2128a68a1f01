// @ts-check
// A burn by hand: an arrow dragged from the piece that is asked, and the orders that bring it there.

import { $, draw } from "./board/dom.js";
import { cellAt, svg } from "./board/map.js";
import { choose } from "./glow.js";
import { named } from "./picture.js";

/** Who is asked, if anybody is. @type {import("./seat.js").Seat | null} */
let asked = null;
/** @type {any[] | null} */
let from = null;
let isAimed = false; // the pointer has left the piece: no click follows

/** @param {import("./seat.js").Seat | null} seat */
export const steer = seat => { asked = seat; };

const clear = () => document.querySelectorAll("#aim").forEach(e => e.remove());

/** @param {any[]} to */
async function plan(to) {
  const seat = asked, { composer, joined } = seat || {};
  if (!seat || !composer || !joined) return;
  composer.clear();
  const { plans } = await seat.wire.request({ type: "plan", place: to[2] });
  if (seat.composer !== composer) return;
  const texts = new Map(joined.vocabulary.map(word => [word.token, word.text]));
  const paths = plans.map(({ tokens, ends, grave }) => tokens.map((token, n) =>
    ({ token, text: texts.get(token), ...(n + 1 < tokens.length ? {} : { ends, grave }) })));
  if (paths.length) choose(to, paths); else $("cell").textContent = `${to[2]}: no order ends there`;
}

$("map").addEventListener("pointerdown", e => {
  const piece = asked && asked.joined.rules.plans && named(asked.stand.question), cell = piece && cellAt(e);
  from = cell && piece.dataset.cell === cell[2] ? cell : null;
  isAimed = false;
}, true);
$("map").addEventListener("pointermove", e => {
  const to = from && cellAt(e);
  if (!from || !to) return;
  e.stopPropagation();
  isAimed = isAimed || to !== from;
  clear();
  $("cell").textContent = to[2];
  if (to !== from) draw("line", { id: "aim", x1: from[0], y1: from[1], x2: to[0], y2: to[1] }, svg().querySelector("#board"));
}, true);
$("map").addEventListener("pointerup", e => {
  const to = from && cellAt(e), was = from;
  from = null;
  clear();
  if (isAimed && to && to !== was) plan(to).catch(() => {});
}, true);
$("map").addEventListener("click", e => { if (isAimed) e.stopPropagation(); isAimed = false; }, true);
