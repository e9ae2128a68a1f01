// @ts-check
// The map: the rule set's own picture, laid down where that fills the window better.

import { aim, goal, handle, mode, scale, shown, wanted } from "./camera.js";
import { $, calm, draw, page } from "./dom.js";
import { putNames } from "./names.js";
import { offer, opened, openCell } from "./stack.js";

/** @returns {any} */
export const svg = () => $("map").querySelector(":scope > svg");
export const pieces = () => svg().querySelector("#pieces") || svg();
export const place = e => (e.getAttribute("transform").match(/-?[\d.]+/g) || []).slice(0, 2).map(Number);
const LEAST = 10.5; // pixels that a letter is high at least
let board = [0, 0, 1, 1];
export let lying = false;
/** Places of the map: x, y, name. @type {any[][]} */
export let cells = [];

// The board may lie on its side: what was below is then on the left.
export const toView = ([x, y]) => lying ? [board[3] - y, x] : [x, y];
export const toBoard = ([x, y]) => lying ? [y, board[3] - x] : [x, y];
export const whole = () => lying ? [0, 0, board[3], board[2]] : [0, 0, board[2], board[3]];

// Lay down a picture: all of it but its pieces stays as it is.
export function lay(fresh) {
  for (const name of ["width", "height", "font-family"]) fresh.removeAttribute(name);
  fresh.setAttribute("role", "group");
  fresh.setAttribute("aria-label", "Map of the game");
  const group = draw("g", { id: "board" });
  group.append(...[...fresh.childNodes].filter(e => e.nodeName !== "defs" && e.id !== "cells"));
  fresh.append(group);
  draw("polygon", { id: "cursor", visibility: "hidden" }, group);
  draw("g", { id: "names" }, fresh);
  if (svg()) svg().remove();
  $("map").prepend(fresh);
  board = fresh.getAttribute("viewBox").split(" ").map(Number);
  readCells(fresh.querySelector("#cells"));
  handle(fresh);
  turnBoard();
}

export function turnBoard() {
  const shape = board[2] / board[3];
  $("main").classList.toggle("wide", shape < 0.75 || shape > 1.35);
  const across = $("map").clientWidth > $("map").clientHeight;
  lying = across ? shape < 0.75 : shape > 1.35;
  svg().querySelector("#board").setAttribute("transform", lying ? `translate(${board[3]} 0) rotate(90)` : "");
}

// Show other pieces: `fill` puts them into their group.
export function showPieces(fill, moving) {
  const old = moving ? places() : {}, focus = /** @type {any} */ (document.activeElement);
  const held = focus && focus.dataset ? focus.dataset.cell : undefined;
  fill(pieces());
  upright();
  if (mode !== "free") aim(wanted(), moving && !calm);
  dress();
  offer(held);
  if (moving && !calm) glide(old, page.span(450));
}

function places() {
  const found = {};
  svg().querySelectorAll("[data-k]").forEach(e => { found[e.dataset.k] = place(e); });
  return found;
}

// Counters stand upright on a board that lies; what points somewhere turns with it.
function upright() {
  if (!lying) return;
  pieces().querySelectorAll("[data-k]").forEach(e =>
    e.setAttribute("transform", e.getAttribute("transform") + " rotate(-90)"));
  pieces().querySelectorAll("[data-k] .turns").forEach(e =>
    e.setAttribute("transform", "rotate(90) " + (e.getAttribute("transform") || "")));
}

function glide(old, span) {
  svg().querySelectorAll("[data-k]").forEach(e => {
    const a = old[e.dataset.k], b = place(e), turn = lying ? "rotate(-90deg)" : "";
    if (a && (a[0] !== b[0] || a[1] !== b[1]) && e.animate) {
      const at = p => ({ transform: `translate(${p[0]}px,${p[1]}px) ${turn}` });
      e.animate([at(a), at(b)], { duration: span, easing: "ease-in-out" });
    }
  });
  svg().querySelectorAll(".shot").forEach(e => {
    if (e.animate) e.animate([{ opacity: 0 }, {}], { duration: span });
  });
}

// What is written on the map can be read at any scale: letters grow, and some of them give way.
export function dress() {
  const k = scale(), kept = [];
  svg().querySelectorAll("#board text").forEach(e => {
    if (e.closest(".caption, symbol")) return;
    const x = +e.getAttribute("x"), y = +e.getAttribute("y");
    const size = +e.getAttribute("font-size") || 10, by = Math.max(1, LEAST / (size * k));
    const turn = lying ? "rotate(-90)" : "";
    const [a, b] = toView([x, y]), wide = e.textContent.length * size * by * 0.62, high = size * by;
    const left = a - wide * ({ middle: 0.5, end: 1 }[e.getAttribute("text-anchor")] || 0);
    const isNumber = e.parentNode.id === "board" && /^\d+$/.test(e.textContent);
    const [dx, dy] = isNumber ? inward(left, b - high, wide, 1.2 * high, y > board[3] - 2 * size) : [0, 0];
    const box = [left + dx, b - high + dy, left + wide + dx + 4 / k, b + 0.2 * high + dy];
    e.setAttribute("transform", `translate(${x} ${y}) ${turn} translate(${dx} ${dy}) scale(${by.toFixed(3)}) translate(${-x} ${-y})`);
    const free = !kept.some(other => overlaps(box, other));
    e.style.visibility = free ? "" : "hidden";
    if (free) kept.push(box);
  });
  putNames();
  if (opened) openCell(opened);
  page.dressed();
}

// How far the number of a column or row must move to be seen, towards the map from its edge.
function inward(left, top, wide, high, isColumn) {
  const rim = 3 / scale(), by = (low, size, n) => Math.max(goal[n] + rim - low, Math.min(0, goal[n] + goal[n + 2] - rim - low - size));
  return isColumn !== lying ? [0, by(top, high, 1)] : [by(left, wide, 0), 0];
}

export const overlaps = (a, b) => Math.min(a[2], b[2]) > Math.max(a[0], b[0]) && Math.min(a[3], b[3]) > Math.max(a[1], b[1]);

// -- where the pointer is --

function readCells(listed) {
  cells = listed ? listed.textContent.split(";").map(text => {
    const [x, y, ...name] = text.split(",");
    return [+x, +y, name.join(",")];
  }) : [];
  if (listed) svg().querySelector("#cursor").setAttribute("points", listed.dataset.outline);
}

export function cellAt(e) {
  const box = svg().getBoundingClientRect(), view = shown || goal, k = box.width / view[2];
  const [x, y] = toBoard([view[0] + (e.clientX - box.left) / k, view[1] + (e.clientY - box.top) / k]);
  let best = null, least = 24 * 24;
  for (const cell of cells) {
    const far = (cell[0] - x) ** 2 + (cell[1] - y) ** 2;
    if (far < least) { least = far; best = cell; }
  }
  return best;
}

export function pointAt(cell) {
  $("cell").textContent = cell ? cell[2] : "";
  const cursor = svg().querySelector("#cursor");
  cursor.setAttribute("visibility", cell ? "visible" : "hidden");
  if (cell) cursor.setAttribute("transform", `translate(${cell[0]} ${cell[1]})`);
}
