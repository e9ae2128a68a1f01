// @ts-check
// The camera: view boxes as wide as the map's window.

import { $, calm, page } from "./dom.js";
import { cellAt, dress, lying, pointAt, svg, toView, turnBoard, whole } from "./map.js";
import { openCell } from "./stack.js";

export let goal = [0, 0, 1, 1];
/** @type {number[] | null} */
export let shown = null;
export let mode = "follow";
let flight = 0;
const ratio = () => Math.max(0.2, $("map").clientWidth / Math.max(1, $("map").clientHeight));
export const scale = () => Math.max(1, $("map").clientWidth) / goal[2];

// The part of the map that holds what the page wants to be seen.
function nearest() {
  const seen = page.near().map(toView), xs = seen.map(p => p[0]), ys = seen.map(p => p[1]);
  if (!xs.length) return whole();
  const low = a => Math.min(...a), high = a => Math.max(...a);
  const w = Math.max(high(xs) - low(xs) + 190, 420), h = Math.max(high(ys) - low(ys) + 130, 360);
  return [(low(xs) + high(xs) - w) / 2, (low(ys) + high(ys) - h) / 2, w, h];
}

export const wanted = () => mode === "free" ? goal : mode === "whole" ? whole() : nearest();

// Widen a box to the window's shape and keep it on the board.
function framed([x, y, w, h]) {
  const r = ratio(), all = whole();
  let W = Math.max(w, h * r), H = W / r;
  const most = Math.max(all[3], all[2] / r);
  if (H > most) { H = most; W = H * r; }
  const fit = (low, size, most) => size >= most ? (most - size) / 2 : Math.max(0, Math.min(most - size, low));
  return [fit(x + (w - W) / 2, W, all[2]), fit(y + (h - H) / 2, H, all[3]), W, H];
}

export function aim(box, smooth) {
  goal = framed(box);
  cancelAnimationFrame(flight);
  if (!smooth || !shown) return put(goal);
  const from = [...shown], begun = performance.now(), span = page.span(600);
  const move = now => {
    const t = Math.max(0, Math.min(1, (now - begun) / span)), e = t * t * (3 - 2 * t);
    put(from.map((n, k) => n + (goal[k] - n) * e));
    if (t < 1) flight = requestAnimationFrame(move);
  };
  flight = requestAnimationFrame(move);
}

function put(box) {
  shown = box;
  svg().setAttribute("viewBox", box.map(n => n.toFixed(2)).join(" "));
}

export function camera(next) {
  mode = next;
  $("follow").setAttribute("aria-pressed", mode === "follow");
  $("whole").setAttribute("aria-pressed", mode === "whole");
  svg().classList.toggle("free", mode === "free");
}

export function steer(next) {
  camera(next);
  aim(wanted(), !calm);
  dress();
}

function zoom(by, fx = 0.5, fy = 0.5) {
  const [x, y, w, h] = goal, W = Math.max(160, w * by), H = Math.max(160 / ratio(), h * by);
  camera("free");
  aim([x + (w - W) * fx, y + (h - H) * fy, W, H], false);
  dress();
}

export function handle(s) {
  let drag = null, moved = false;
  s.addEventListener("wheel", e => {
    e.preventDefault();
    const r = s.getBoundingClientRect();
    zoom(e.deltaY > 0 ? 1.2 : 1 / 1.2, (e.clientX - r.left) / r.width, (e.clientY - r.top) / r.height);
  }, { passive: false });
  s.addEventListener("pointerdown", e => {
    moved = false;
    if (e.pointerType === "touch" && mode !== "free") return;
    drag = [e.clientX, e.clientY];
    s.setPointerCapture(e.pointerId);
  });
  s.addEventListener("pointermove", e => {
    pointAt(cellAt(e));
    if (!drag || Math.hypot(e.clientX - drag[0], e.clientY - drag[1]) < (moved ? 1 : 4)) return;
    const k = scale(), [x, y, w, h] = goal;
    moved = true;
    camera("free");
    aim([x - (e.clientX - drag[0]) / k, y - (e.clientY - drag[1]) / k, w, h], false);
    drag = [e.clientX, e.clientY];
  });
  for (const end of ["pointerup", "pointercancel"]) s.addEventListener(end, () => {
    if (drag && moved) dress();
    drag = null;
  });
  s.addEventListener("pointerleave", () => pointAt(null));
  s.addEventListener("click", e => {
    const cell = cellAt(e);
    if (!moved && !page.click(cell, e)) openCell(cell);
  });
  s.addEventListener("dblclick", () => steer("follow"));
}
$("in").onclick = () => zoom(1 / 1.4);
$("out").onclick = () => zoom(1.4);
$("follow").onclick = () => steer("follow");
$("whole").onclick = () => steer("whole");

function fitMap() {
  if (!svg()) return;
  const before = lying;
  turnBoard();
  if (before !== lying) { mode = mode === "free" ? "follow" : mode; return page.redraw(); }
  aim(wanted(), false);
  dress();
}
new ResizeObserver(fitMap).observe($("map"));
addEventListener("beforeprint", fitMap);
