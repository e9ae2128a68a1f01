// @ts-check
// The map: the rule set's own picture, laid down where that fills the window better; the camera; the
// names of the pieces; what stands in a place. A click or Tab and Enter open a place.

import { revealOf } from "./beside.js";
import { $, calm, draw, make, page } from "./dom.js";

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
const toView = ([x, y]) => lying ? [board[3] - y, x] : [x, y];
const toBoard = ([x, y]) => lying ? [y, board[3] - x] : [x, y];
const whole = () => lying ? [0, 0, board[3], board[2]] : [0, 0, board[2], board[3]];

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

function turnBoard() {
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
function dress() {
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

const overlaps = (a, b) => Math.min(a[2], b[2]) > Math.max(a[0], b[0]) && Math.min(a[3], b[3]) > Math.max(a[1], b[1]);

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

function pointAt(cell) {
  $("cell").textContent = cell ? cell[2] : "";
  const cursor = svg().querySelector("#cursor");
  cursor.setAttribute("visibility", cell ? "visible" : "hidden");
  if (cell) cursor.setAttribute("transform", `translate(${cell[0]} ${cell[1]})`);
}

// -- camera: view boxes as wide as the map's window --

let goal = [0, 0, 1, 1];
/** @type {number[] | null} */
let shown = null;
let mode = "follow";
let flight = 0;
const ratio = () => Math.max(0.2, $("map").clientWidth / Math.max(1, $("map").clientHeight));
const scale = () => Math.max(1, $("map").clientWidth) / goal[2];

// The part of the map that holds what the page wants to be seen.
function nearest() {
  const seen = page.near().map(toView), xs = seen.map(p => p[0]), ys = seen.map(p => p[1]);
  if (!xs.length) return whole();
  const low = a => Math.min(...a), high = a => Math.max(...a);
  const w = Math.max(high(xs) - low(xs) + 190, 420), h = Math.max(high(ys) - low(ys) + 130, 360);
  return [(low(xs) + high(xs) - w) / 2, (low(ys) + high(ys) - h) / 2, w, h];
}

const wanted = () => mode === "free" ? goal : mode === "whole" ? whole() : nearest();

// Widen a box to the window's shape and keep it on the board.
function framed([x, y, w, h]) {
  const r = ratio(), all = whole();
  let W = Math.max(w, h * r), H = W / r;
  const most = Math.max(all[3], all[2] / r);
  if (H > most) { H = most; W = H * r; }
  const fit = (low, size, most) => size >= most ? (most - size) / 2 : Math.max(0, Math.min(most - size, low));
  return [fit(x + (w - W) / 2, W, all[2]), fit(y + (h - H) / 2, H, all[3]), W, H];
}

function aim(box, smooth) {
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

function camera(next) {
  mode = next;
  $("follow").setAttribute("aria-pressed", mode === "follow");
  $("whole").setAttribute("aria-pressed", mode === "whole");
  svg().classList.toggle("free", mode === "free");
}

function steer(next) {
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

function handle(s) {
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

// -- names: put where they cover no mark and no other name, farther off with a leader where there is
// no room, in brief where there is none at all; a click shows the names that still find no place --

const AWAY = [2, 9, 18, 30, 46, 66, 92, 124, 160], ANGLES = 16, ROW = 14;
const TONES = { "0": "bright0", "1": "bright1", r: "pale0", b: "pale1", ".": "text", "-": "dim", a: "amber", g: "green" };
const pen = document.createElement("canvas").getContext("2d");
const stay = {};

const directions = [...Array(ANGLES).keys()].map(n => 2 * Math.PI * n / ANGLES)
  .sort((a, b) => Math.abs(Math.sin(a)) - Math.abs(Math.sin(b)) || Math.cos(b) - Math.cos(a));

function lineOf(coded) {
  const [text, damage = ""] = coded.slice(1).split("~"), bold = "01rba".includes(coded[0]);
  pen.font = (bold ? "600" : "400") + " 11px " + getComputedStyle(document.body).fontFamily;
  const wide = pen.measureText(text).width;
  return { text, damage, bold, tone: TONES[coded[0]], wide, width: wide + (damage ? 3 + 3.5 * damage.length : 0) };
}

// Boxes, in pixels of the map's window as it will be once the camera is there.
function marks() {
  const found = [], frame = svg().querySelector("#board"), base = frame.getScreenCTM().inverse();
  const take = e => {
    const b = e.getBBox(), m = base.multiply(e.getScreenCTM());
    if (!b.width && !b.height) return;
    const corners = [[b.x, b.y], [b.x + b.width, b.y], [b.x, b.y + b.height], [b.x + b.width, b.y + b.height]]
      .map(([x, y]) => onScreen([m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f]));
    const xs = corners.map(p => p[0]), ys = corners.map(p => p[1]);
    found.push([Math.min(...xs) - 1, Math.min(...ys) - 1, Math.max(...xs) + 1, Math.max(...ys) + 1]);
  };
  svg().classList.add("measured"); // without the fields of fire under the pointer
  frame.querySelectorAll("#pieces [data-k], .mark").forEach(take);
  svg().classList.remove("measured");
  frame.querySelectorAll("text").forEach(e => {
    if (!e.closest(".caption") && e.style.visibility !== "hidden") take(e);
  });
  frame.querySelectorAll(".way").forEach(e => {
    const line = e.querySelector("line"), tip = e.querySelector("polygon").points[0];
    found.push(...along(onScreen([+line.getAttribute("x1"), +line.getAttribute("y1")]), onScreen([tip.x, tip.y]), 3));
  });
  return found;
}

function onScreen(point) {
  const [x, y] = toView(point), k = scale();
  return [(x - goal[0]) * k, (y - goal[1]) * k];
}

function along(a, b, half) {
  const count = Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / 5) + 1;
  return [...Array(count + 1).keys()].map(n => {
    const x = a[0] + (b[0] - a[0]) * n / count, y = a[1] + (b[1] - a[1]) * n / count;
    return [x - half, y - half, x + half, y + half];
  });
}

export function putNames() {
  const layer = svg().querySelector("#names"), k = scale();
  const taken = marks(), bounds = [3, 3, goal[2] * k - 3, goal[3] * k - 3];
  const ring = svg().querySelector(".asked"), at = ring && [+ring.getAttribute("cx"), +ring.getAttribute("cy")];
  layer.replaceChildren();
  svg().querySelectorAll(".label").forEach(e => {
    const [x, y, own] = e.dataset.at.split(" ").map(Number), spot = onScreen([x, y]);
    const reach = at && Math.hypot(x - at[0], y - at[1]) < 12 ? (svg().querySelector("#fan") ? 46 : 24) : own;
    if (spot[0] < 0 || spot[1] < 0 || spot[0] > goal[2] * k || spot[1] > goal[3] * k) return;
    const full = e.dataset.lines.split("|").map(lineOf), brief = [lineOf(e.dataset.brief)];
    const key = full[0].text, far = Math.max(reach * k, reach ? 8 : 0);
    const found = room(spot, far, full, taken, bounds, stay[key]) || room(spot, far, brief, taken, bounds, stay[key]);
    if (!found) return;
    stay[key] = [found.away, found.turn];
    const [left, top, right, low] = found.box; // a word's breadth between names
    taken.push([left - 5, top, right + 5, low], ...(found.leader ? along(...found.leader, 1.5) : []));
    write(layer, found, k);
  });
}

function room(spot, far, lines, taken, bounds, before) {
  const width = Math.max(...lines.map(line => line.width)), height = ROW * lines.length;
  const tries = AWAY.flatMap(away => directions.map(turn => [away, turn]));
  if (before) tries.unshift(before);
  for (const [away, turn] of tries) {
    const dx = Math.cos(turn), dy = Math.sin(turn);
    const x = spot[0] + (far + away) * dx, y = spot[1] + (far + away) * dy;
    const left = x - width * (Math.abs(dx) < 0.9 ? 0.5 - 0.5 * dx : dx < 0 ? 1 : 0), top = y - height * (0.5 - 0.5 * dy);
    const box = [left, top, left + width, top + height];
    if (left < bounds[0] || top < bounds[1] || box[2] > bounds[2] || box[3] > bounds[3]) continue;
    if (taken.some(other => overlaps(box, other))) continue;
    const found = { box, lines, away, turn };
    if (away < 12) return found;
    const from = [spot[0] + far * dx, spot[1] + far * dy];
    const to = [Math.min(Math.max(from[0], box[0]), box[2]), Math.min(Math.max(from[1], box[1]), box[3])];
    if (along(from, to, 1).slice(1).some(a => taken.some(b => overlaps(a, b)))) continue;
    return { ...found, leader: [from, to] };
  }
  return null;
}

/** @param {any} layer @param {{box: number[], lines: any[], leader?: number[][]}} found @param {number} k */
function write(layer, { box, lines, leader }, k) {
  const turn = `translate(${goal[0]} ${goal[1]}) scale(${1 / k})`, g = draw("g", { transform: turn }, layer);
  if (leader) draw("line", { x1: leader[0][0], y1: leader[0][1], x2: leader[1][0], y2: leader[1][1] }, g);
  lines.forEach((line, n) => {
    const y = box[1] + ROW * n + 11;
    const text = draw("text", { x: box[0], y, fill: `var(--${line.tone})`, class: line.bold ? "bold name" : "name" }, g);
    text.textContent = line.text;
    [...line.damage].forEach((kind, m) => draw("rect", {
      x: box[0] + line.wide + 3 + 3.5 * m, y: y - 8, width: 2.4, height: 8, rx: 0.6,
      fill: kind === "p" ? "var(--hurt)" : "var(--amber)",
    }, g));
  });
}

// -- what stands in a place --

/** @type {any[] | null} */
let opened = null;

const standing = name => [...pieces().querySelectorAll("[data-cell]")].filter(e => e.dataset.cell === name);

// The first piece of each place can be reached by keyboard and is read out with all that stands there.
function offer(held) {
  const seen = new Set();
  for (const e of pieces().querySelectorAll("[data-cell]")) {
    const name = e.dataset.cell;
    if (seen.has(name)) continue;
    seen.add(name);
    e.setAttribute("tabindex", "0");
    e.setAttribute("role", "button");
    e.setAttribute("aria-label", standing(name).map(titleOf).join("; "));
    e.addEventListener("keydown", key => {
      if (key.key !== "Enter") return;
      key.stopPropagation();
      openCell(cells.find(cell => cell[2] === name) || [...place(e), name], true);
    });
    if (name === held) e.focus({ preventScroll: true });
  }
}

const titleOf = e => (e.querySelector("title") || { textContent: "" }).textContent;

export function openCell(cell, byKey = false) {
  const box = $("stack"), found = cell ? standing(cell[2]) : [];
  opened = found.length ? cell : null;
  box.hidden = !found.length;
  if (!found.length) return;
  revealOf(found);
  const close = head(box, cell[2], shut);
  for (const e of found) {
    const row = make("div", "", undefined, box), copy = e.cloneNode(true);
    for (const name of ["tabindex", "role", "aria-label", "data-k", "data-cell"]) copy.removeAttribute(name);
    copy.setAttribute("transform", lying ? "rotate(-90)" : "");
    const turned = draw("g", { transform: lying ? "rotate(90)" : "" });
    turned.append(copy);
    draw("svg", { viewBox: "-22 -18 44 36", "aria-hidden": "true" }, row).append(turned);
    page.words(titleOf(e), make("span", "", undefined, row));
  }
  putBy(box, cell);
  if (byKey) close.focus();
}

// Empty a box but for its title and a button that closes it.
export function head(box, title, close) {
  box.replaceChildren();
  const x = make("button", "", "✕", make("h3", "", title, box));
  x.setAttribute("aria-label", "Close");
  x.onclick = () => close();
  return x;
}

// Put a box beside a place of the map.
export function putBy(box, cell) {
  const [x, y] = onScreen(cell), wide = $("map").clientWidth, high = $("map").clientHeight;
  const gap = 20 * scale() + 8, left = x < wide / 2 ? x + gap : x - gap - box.offsetWidth;
  box.style.left = Math.max(4, Math.min(wide - box.offsetWidth - 4, left)) + "px";
  box.style.top = Math.max(4, Math.min(high - box.offsetHeight - 4, y - 20)) + "px";
}

export function shut() {
  const name = opened && opened[2];
  openCell(null);
  const e = name && standing(name)[0];
  if (e) e.focus({ preventScroll: true });
}
