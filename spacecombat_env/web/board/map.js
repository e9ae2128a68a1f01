// @ts-check
// The map: the rule set's own picture in three layers (what never changes, what is laid over it, the
// pieces), laid down where that fills the window better. A compass says where north is.

import { $, calm, draw, make, page } from "./dom.js";
import { follow, measure, size } from "./camera.js";
import { handle } from "./gesture.js";
import { dress } from "./names.js";
import { offer } from "./stack.js";
export { cellAt } from "./gesture.js";
export { dress, putNames, setNames, unveil } from "./names.js";
export { head, openCell, putBy, shut } from "./stack.js";
export { lookAgain } from "./camera.js";

/** The common parent of the layers. @returns {any} */
export const layers = () => $("map").querySelector(":scope > .layers");
/** The layer of the pieces, and of what is drawn over them. @returns {any} */
export const svg = () => $("map").querySelector(":scope > .layers > .top");
/** The group between the ground and the pieces. @returns {any} */
export const overlay = () => $("map").querySelector("#over");
export const pieces = () => svg().querySelector("#pieces") || svg();
export const place = e => (e.getAttribute("transform").match(/-?[\d.]+/g) || []).slice(0, 2).map(Number);
export let board = [0, 0, 1, 1];
export let lying = false;
/** Places of the map: x, y, name. @type {any[][]} */
export let cells = [];
/** Where north is, in degrees from the top of the picture. */
let north = 0;
/** How high a place is, in units of the board. */
export let cellSize = 20;

// The board may lie on its side: what was below is then on the left.
export const toView = ([x, y]) => lying ? [board[3] - y, x] : [x, y];
export const toBoard = ([x, y]) => lying ? [y, board[3] - x] : [x, y];
export const whole = () => lying ? [0, 0, board[3], board[2]] : [0, 0, board[2], board[3]];

/** A layer with a group that turns with the board. @param {any} shape @param {string} cls @param {string} id */
function layer(shape, cls, id) {
  shape.setAttribute("class", cls);
  const group = draw("g", { id, class: "board" });
  group.append(...[...shape.childNodes].filter(e => e.nodeName !== "defs" && e.id !== "cells"));
  shape.append(group);
  return group;
}

// Lay down a picture: all of it but its pieces stays as it is.
export function lay(fresh) {
  for (const name of ["width", "height", "font-family"]) fresh.removeAttribute(name);
  board = fresh.getAttribute("viewBox").split(" ").map(Number);
  const own = fresh.querySelector("#pieces"), over = draw("svg", {}), top = draw("svg", {});
  if (own) top.append(own);
  top.setAttribute("role", "group");
  top.setAttribute("aria-label", "Map of the game");
  for (const still of [fresh, over]) still.setAttribute("aria-hidden", "true");
  layer(fresh, "ground", "land");
  layer(over, "", "over");
  const group = layer(top, "top", "board");
  draw("polygon", { id: "cursor", visibility: "hidden" }, group);
  draw("g", { id: "names" }, top);
  if (layers()) layers().remove();
  const all = make("div", "layers");
  all.append(fresh, over, top);
  $("map").prepend(all);
  readCells(fresh.querySelector("#cells"));
  handle(top);
  turnBoard();
}

/** Whether a board of a shape lies on its side in a window. @param {number} shape @param {number} wide @param {number} high */
export const liesIn = (shape, wide, high) => wide > high ? shape < 0.75 : shape > 1.35;

export function turnBoard() {
  const shape = board[2] / board[3];
  $("main").classList.toggle("wide", shape < 0.75 || shape > 1.35);
  page.laid(board[2], board[3]);
  measure();
  lying = liesIn(shape, size[0], size[1]);
  for (const group of $("map").querySelectorAll(".board"))
    group.setAttribute("transform", lying ? `translate(${board[3]} 0) rotate(90)` : "");
  showCompass();
}

/** Where north is, always. */
function showCompass() {
  const box = $("map").querySelector(".compass") || make("div", "compass over", undefined, $("map"));
  box.setAttribute("role", "img");
  const angle = (north + (lying ? 90 : 0)) % 360, where = { 0: "up", 90: "right", 180: "down", 270: "left" }[angle];
  box.setAttribute("aria-label", `North is ${where}`);
  box.replaceChildren();
  const sign = draw("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, box);
  draw("path", { d: "M0 -9 L5 8 L0 4 L-5 8 Z", transform: `rotate(${angle})` }, sign);
  make("span", "", angle ? `N is ${where}` : "N", box);
}

// Show other pieces: `fill` puts them into their group.
export function showPieces(fill, moving) {
  const old = moving ? places() : {}, focus = /** @type {any} */ (document.activeElement);
  const held = focus && focus.dataset ? focus.dataset.cell : undefined;
  fill(pieces());
  upright();
  follow(moving && !calm);
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

function readCells(listed) {
  cells = listed ? listed.textContent.split(";").map(text => {
    const [x, y, ...name] = text.split(",");
    return [+x, +y, name.join(",")];
  }) : [];
  if (!listed) return;
  north = Number(listed.dataset.north || 0);
  svg().querySelector("#cursor").setAttribute("points", listed.dataset.outline);
  const ys = listed.dataset.outline.trim().split(/[\s,]+/).map(Number).filter((_, n) => n % 2);
  cellSize = Math.max(...ys) - Math.min(...ys);
}
