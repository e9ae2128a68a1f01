// @ts-check
// The camera: which part of the board the window shows. While it moves, the layers are moved as they
// are, by a transform of their common parent; at rest each is drawn for the part that is shown.

import { $, calm, page } from "./dom.js";
import { cellSize, dress, layers, lying, setNames, svg, toView, turnBoard, unveil, whole } from "./map.js";

/** The part that is shown once the camera rests, and now. */
export let goal = [0, 0, 1, 1];
/** @type {number[] | null} */
export let shown = null;
/** The part for which the layers are drawn. */
let drawn = [0, 0, 1, 1];
let mode = "follow";
let flight = 0, settling = 0;
const CLICKED = 24, READ = 15; // pixels that a place is wide: one that is clicked, one that is looked at
const TOUCHED = 44; // and one that is touched
const FOOT = 56; // and that lie over the foot of the map, in a small window
const NEARLY = 1.2; // how much more the whole board may be than what is wanted, to be shown at rest
const FAR = 1.8; // how much more than is wanted may be in view

/** How wide and high the window of the map is: kept, since asking for it is dear. */
export let size = [0, 0];
export const measure = () => { size = [$("map").clientWidth, $("map").clientHeight]; unveil(); };
const ratio = () => Math.max(0.2, size[0] / Math.max(1, size[1]));
export const scale = () => Math.max(1, size[0]) / goal[2];
/** Whether the map has any room: a page that is put away has none. */
export const isSeen = () => size[0] > 0;
export const isTouched = () => matchMedia("(pointer: coarse), (max-width: 720px)").matches;

/** The box of some places, with room around them. @param {number[][]} places */
function around(places) {
  const seen = places.map(toView), xs = seen.map(p => p[0]), ys = seen.map(p => p[1]);
  const low = a => Math.min(...a), high = a => Math.max(...a);
  const w = Math.max(high(xs) - low(xs) + 190, 420), h = Math.max(high(ys) - low(ys) + 130, 360);
  return [(low(xs) + high(xs) - w) / 2, (low(ys) + high(ys) - h) / 2, w, h];
}

/** The widest part in which what is to be clicked is large enough. */
function widest() {
  const { size: clicked } = page.first(), touched = isTouched();
  const least = clicked ? touched ? TOUCHED : CLICKED : touched ? CLICKED : READ;
  return size[0] * (clicked || cellSize) / least;
}

/** What matters now: all pieces where they can be seen well; else what is asked, and what it may reach. */
function nearest() {
  const all = page.near(), { places, heart } = page.first(), most = widest();
  if (!all.length && !places.length) return whole();
  const wide = around([...all, ...places]), board = framed(whole())[2];
  if (board <= Math.min(most, NEARLY * framed(wide)[2])) return whole();
  if (framed(wide)[2] <= most) return wide;
  if (!places.length) return within(wide, most, null);
  const close = around(places);
  return framed(close)[2] <= most ? close : within(close, most, heart);
}

/** As much of a box as may be shown: what is asked near the middle, on the side of it that has less. @param {number[]} box @param {number} most @param {number[] | null} heart */
function within([x, y, w, h], most, heart) {
  const W = Math.min(w, most), H = Math.min(h, most / ratio());
  const [cx, cy] = heart ? toView(heart) : [x + w / 2, y + h / 2];
  const lean = (by, part) => Math.max(-part / 5, Math.min(part / 5, by));
  return [cx + lean(x + w / 2 - cx, W) - W / 2, cy + lean(y + h / 2 - cy, H) - H / 2, W, H];
}

const wanted = () => mode === "free" ? goal : mode === "whole" ? whole() : nearest();

/** Widen a box to the window's shape and keep it on the board. @param {number[]} box */
function framed([x, y, w, h]) {
  const r = ratio(), all = whole();
  let W = Math.max(w, h * r), H = W / r;
  const most = Math.max(all[3], all[2] / r);
  if (H > most) { H = most; W = H * r; }
  const fit = (low, size, most) => size >= most ? (most - size) / 2 : Math.max(0, Math.min(most - size, low));
  const foot = isTouched() && H < all[3] ? FOOT * W / size[0] : 0;
  return [fit(x + (w - W) / 2, W, all[2]), fit(y + (h - H) / 2, H, all[3] + foot), W, H];
}

/** Move the camera to a part of the board. @param {number[]} box @param {boolean} smooth */
function aim(box, smooth) {
  goal = framed(box);
  cancelAnimationFrame(flight);
  if (!smooth || !shown) return rest();
  const from = [...shown], begun = performance.now(), span = page.span(600);
  const move = now => {
    const t = Math.max(0, Math.min(1, (now - begun) / span)), e = t * t * (3 - 2 * t);
    if (t >= 1) return rest();
    put(from.map((n, k) => n + (goal[k] - n) * e));
    flight = requestAnimationFrame(move);
  };
  flight = requestAnimationFrame(move);
}

/** Show a part by moving what is drawn. @param {number[]} box */
function put(box) {
  shown = box;
  const k = drawn[2] / box[2], unit = k * size[0] / drawn[2];
  layers().style.transform = `translate(${(drawn[0] - box[0]) * unit}px, ${(drawn[1] - box[1]) * unit}px) scale(${k})`;
}

/** Draw the layers for the part that is shown. */
export function rest() {
  clearTimeout(settling);
  shown = drawn = goal;
  layers().style.transform = "";
  for (const layer of layers().children) layer.setAttribute("viewBox", goal.map(n => n.toFixed(2)).join(" "));
}

/** Aim anew after the pieces have come: what names and marks go by. @param {boolean} smooth */
export const follow = smooth => { if (mode !== "free" && isSeen()) aim(wanted(), smooth); };

/** What may be clicked has changed: the camera moves where that is not well in view. */
export function lookAgain() {
  if (mode !== "follow" || !svg() || !isSeen()) return;
  const next = framed(nearest()), [x, y, w, h] = goal;
  const isIn = next[0] >= x - 1 && next[1] >= y - 1 && next[0] + next[2] <= x + w + 1 && next[1] + next[3] <= y + h + 1;
  if (isIn && w <= Math.min(FAR * next[2], widest() + 1)) return;
  aim(next, !calm);
  dress();
}

/** @param {string} next */
export function camera(next) {
  mode = next;
  $("follow").setAttribute("aria-pressed", mode === "follow");
  $("whole").setAttribute("aria-pressed", mode === "whole");
  svg().classList.toggle("free", mode === "free");
}

/** @param {string} next */
export function steer(next) {
  camera(next);
  aim(wanted(), !calm);
  dress();
}

/** What stands on the map is dressed once the camera rests. */
function settle() {
  clearTimeout(settling);
  settling = setTimeout(() => { rest(); dress(); }, 120);
}

/** @param {number} by @param {number} [fx] @param {number} [fy] share of the window that stays @param {boolean} [held] whether more may follow at once */
export function zoom(by, fx = 0.5, fy = 0.5, held = false) {
  const [x, y, w, h] = goal, W = Math.max(160, w * by), H = Math.max(160 / ratio(), h * by);
  camera("free");
  goal = framed([x + (w - W) * fx, y + (h - H) * fy, W, H]);
  cancelAnimationFrame(flight);
  if (held) { put(goal); settle(); } else { rest(); dress(); }
}

/** Move by pixels. @param {number} dx @param {number} dy */
export function pan(dx, dy) {
  const k = scale(), [x, y, w, h] = goal;
  camera("free");
  goal = framed([x - dx / k, y - dy / k, w, h]);
  cancelAnimationFrame(flight);
  put(goal);
  settle();
}

function fitMap() {
  measure();
  if (!svg() || !isSeen()) return;
  const before = lying;
  turnBoard();
  if (before !== lying) { mode = mode === "free" ? "follow" : mode; return page.redraw(); }
  aim(wanted(), false);
  dress();
}
$("in").onclick = () => zoom(1 / 1.4);
$("out").onclick = () => zoom(1.4);
$("follow").onclick = () => steer("follow");
$("whole").onclick = () => steer("whole");
new ResizeObserver(fitMap).observe($("map"));
addEventListener("beforeprint", () => { fitMap(); setNames(); });
