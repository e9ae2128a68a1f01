// @ts-check
// What is written on the map: letters that can be read at any scale, and the names of the pieces.

import { goal, isSeen, scale } from "./camera.js";
import { $, draw, page, soon } from "./dom.js";
import { board, lying, svg, toView } from "./map.js";
import { reopen } from "./stack.js";

const LEAST = 10.5; // pixels that a letter is high at least

// What is written on the map can be read at any scale: letters grow, and some of them give way.
export function dress() {
  if (!isSeen()) return;
  const k = scale(), kept = [...panes()].map(([x, y, right, low]) => [goal[0] + x / k, goal[1] + y / k, goal[0] + right / k, goal[1] + low / k]);
  $("map").querySelectorAll(".board text").forEach(e => {
    if (e.closest(".caption, symbol")) return;
    const x = +e.getAttribute("x"), y = +e.getAttribute("y");
    const size = +e.getAttribute("font-size") || 10, by = Math.max(1, LEAST / (size * k));
    const turn = lying ? "rotate(-90)" : "";
    const [a, b] = toView([x, y]), wide = e.textContent.length * size * by * 0.62, high = size * by;
    const left = a - wide * ({ middle: 0.5, end: 1 }[e.getAttribute("text-anchor")] || 0);
    const isNumber = e.parentNode.id === "land" && /^\d+$/.test(e.textContent);
    const [dx, dy] = isNumber ? inward(left, b - high, wide, 1.2 * high, y > board[3] - 2 * size) : [0, 0];
    const box = [left + dx, b - high + dy, left + wide + dx + 4 / k, b + 0.2 * high + dy];
    e.setAttribute("transform", `translate(${x} ${y}) ${turn} translate(${dx} ${dy}) scale(${by.toFixed(3)}) translate(${-x} ${-y})`);
    const free = !kept.some(other => overlaps(box, other));
    e.style.visibility = free ? "" : "hidden";
    if (free) kept.push(box);
  });
  putNames();
  reopen();
  page.dressed();
}

// How far the number of a column or row must move to be seen, towards the map from its edge.
function inward(left, top, wide, high, isColumn) {
  const rim = 3 / scale(), by = (low, size, n) => Math.max(goal[n] + rim - low, Math.min(0, goal[n] + goal[n + 2] - rim - low - size));
  return isColumn !== lying ? [0, by(top, high, 1)] : [by(left, wide, 0), 0];
}

const overlaps = (a, b) => Math.min(a[2], b[2]) > Math.max(a[0], b[0]) && Math.min(a[3], b[3]) > Math.max(a[1], b[1]);

// -- names: put where they cover no mark and no other name, farther off with a leader where there is
// no room, in brief where there is none at all; a click shows the names that still find no place --

const AWAY = [2, 9, 18, 30, 46, 66, 92, 124, 160], ANGLES = 16, ROW = 14;
const TONES = { "0": "bright0", "1": "bright1", r: "pale0", b: "pale1", ".": "text", "-": "dim", a: "amber", g: "green" };
const TICK = { p: 8, t: 4.5 }; // how high a mark of damage is: permanent, temporary
const pen = document.createElement("canvas").getContext("2d");
/** How wide texts are. @type {Map<string, number>} */
const widths = new Map();
const stay = {};

const directions = [...Array(ANGLES).keys()].map(n => 2 * Math.PI * n / ANGLES)
  .sort((a, b) => Math.abs(Math.sin(a)) - Math.abs(Math.sin(b)) || Math.cos(b) - Math.cos(a));

function lineOf(coded) {
  const [text, damage = ""] = coded.slice(1).split("~"), bold = "01rba".includes(coded[0]);
  const wide = widthOf(text, bold);
  return { text, damage, bold, tone: TONES[coded[0]], wide, width: wide + (damage ? 3 + 3.5 * damage.length : 0) };
}

function widthOf(text, bold) {
  const key = (bold ? "600" : "400") + " 11px ";
  if (!widths.has(key + text)) {
    pen.font = key + getComputedStyle(document.body).fontFamily;
    widths.set(key + text, pen.measureText(text).width);
  }
  return widths.get(key + text);
}

/** What lies over the map: kept until any of it has another size, since asking for it is dear. @type {number[][] | null} */
let veils = null;
export const unveil = () => { veils = null; };
const watcher = new ResizeObserver(unveil), watched = new WeakSet();

// What lies over the map, in pixels of its window.
function panes() {
  if (veils) return veils;
  const map = $("map").getBoundingClientRect(), all = [...$("map").querySelectorAll(":scope > .over")];
  for (const e of all) if (!watched.has(e)) { watched.add(e); watcher.observe(e); }
  veils = all.filter(e => e.checkVisibility()).map(e => {
    const box = e.getBoundingClientRect();
    return [box.left - map.left, box.top - map.top, box.right - map.left, box.bottom - map.top];
  });
  return veils;
}

// Boxes, in pixels of the map's window as it will be once the camera is there.
function marks() {
  const found = [...panes()], frame = svg().querySelector("#board"), base = frame.getScreenCTM().inverse(), k = scale();
  const take = e => {
    const b = e.getBBox(), m = base.multiply(e.getScreenCTM());
    if (!b.width && !b.height) return;
    const corners = [[b.x, b.y], [b.x + b.width, b.y], [b.x, b.y + b.height], [b.x + b.width, b.y + b.height]]
      .map(([x, y]) => onScreen([m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f], k));
    const xs = corners.map(p => p[0]), ys = corners.map(p => p[1]);
    found.push([Math.min(...xs) - 1, Math.min(...ys) - 1, Math.max(...xs) + 1, Math.max(...ys) + 1]);
  };
  svg().classList.add("measured"); // without the fields of fire under the pointer
  $("map").querySelectorAll("#pieces [data-k], .board .mark").forEach(take);
  svg().classList.remove("measured");
  $("map").querySelectorAll(".board text").forEach(e => {
    if (!e.closest(".caption") && e.style.visibility !== "hidden") take(e);
  });
  frame.querySelectorAll(".way").forEach(e => {
    const line = e.querySelector("line"), tip = e.querySelector("polygon").points[0];
    found.push(...along(onScreen([+line.getAttribute("x1"), +line.getAttribute("y1")], k), onScreen([tip.x, tip.y], k), 3));
  });
  return found;
}

export function onScreen(point, k = scale()) {
  const [x, y] = toView(point);
  return [(x - goal[0]) * k, (y - goal[1]) * k];
}

function along(a, b, half) {
  const count = Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / 5) + 1;
  return [...Array(count + 1).keys()].map(n => {
    const x = a[0] + (b[0] - a[0]) * n / count, y = a[1] + (b[1] - a[1]) * n / count;
    return [x - half, y - half, x + half, y + half];
  });
}

let isDue = false;

// Put the names soon: once, however often it is asked for before that.
export function putNames() {
  if (!isDue) soon(setNames);
  isDue = true;
}

export function setNames() {
  isDue = false;
  if (!isSeen() || !svg()) return;
  const layer = svg().querySelector("#names"), k = scale();
  const taken = marks(), bounds = [3, 3, goal[2] * k - 3, goal[3] * k - 3];
  const ring = $("map").querySelector(".asked"), at = ring && [+ring.getAttribute("cx"), +ring.getAttribute("cy")];
  const put = []; // all at once: to measure after writing is dear
  svg().querySelectorAll(".label").forEach(e => {
    const [x, y, own] = e.dataset.at.split(" ").map(Number), spot = onScreen([x, y], k);
    const reach = at && Math.hypot(x - at[0], y - at[1]) < 12 ? (svg().querySelector("#fan") ? 46 : 24) : own;
    if (spot[0] < 0 || spot[1] < 0 || spot[0] > goal[2] * k || spot[1] > goal[3] * k) return;
    const full = e.dataset.lines.split("|").map(lineOf), brief = [lineOf(e.dataset.brief)];
    const key = full[0].text, far = Math.max(reach * k, reach ? 8 : 0);
    const found = room(spot, far, full, taken, bounds, stay[key]) || room(spot, far, brief, taken, bounds, stay[key]);
    if (!found) return;
    stay[key] = [found.away, found.turn];
    const [left, top, right, low] = found.box; // a word's breadth between names
    taken.push([left - 5, top, right + 5, low], ...(found.leader ? along(...found.leader, 1.5) : []));
    put.push(found);
  });
  layer.replaceChildren();
  for (const found of put) write(layer, found, k);
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
      x: box[0] + line.wide + 3 + 3.5 * m, y: y - TICK[kind], width: 2.4, height: TICK[kind], rx: 0.6,
      fill: kind === "p" ? "var(--hurt)" : "var(--amber)",
    }, g));
  });
}
