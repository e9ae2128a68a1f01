// @ts-check
// Words on the map: what may be said glows, a click says it; a fan of directions; the piece asked.

import { $, draw, make, page } from "./board/dom.js";
import { cells, head, lookAgain, lying, openCell, overlay, pieces, place, putBy, putNames, shut, svg } from "./board/map.js";
import { after } from "./composer.js";
import { half, named, pieceOf, spots } from "./picture.js";
import { goesTo, isReachShown } from "./reach.js";
import { isHeatShown, scansAt } from "./heat.js";
import { measure } from "./ruler.js";

/** @typedef {import("./types").Offer} Offer */

const ROUND = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const MOST = 14; // sentences that a click offers
/** @type {{paths: Offer[][], say: (path: Offer[]) => void, question: string, compass: number}} */
let state = { paths: [], say: () => {}, question: "", compass: 8 };

/** What a click may mean, for the camera. @type {{places: number[][], heart: number[] | null, size: number}} */
let first = { places: [], heart: null, size: 0 };

const cellOf = word => {
  const piece = word.piece && pieceOf(word.piece);
  return piece ? piece.dataset.cell : word.place;
};
const lies = (name, where) => where !== undefined && (name === where || name.startsWith(where + " "));

/** Sentences of one word and of two that mean a place of the map. @param {Offer[]} words */
export function paths(words) {
  const found = [];
  for (const word of words) {
    if (word.piece || word.place) found.push([word]);
    if (word.place && !word.piece) continue; // what follows lies within it
    for (const then of after(word)) if (then.piece || then.place) found.push([word, then]);
  }
  return found;
}

/** How many directions a game has. @param {Offer[]} vocabulary */
export const directions = vocabulary => new Set(vocabulary.map(word => word.text).filter(text => ROUND.includes(text))).size;

/** Where a direction points, in degrees from above. @param {string} text @param {number} count */
export function bearing(text, count) {
  const at = ROUND.indexOf(text);
  if (at < 0) return null;
  return count === 6 ? { N: 0, NE: 60, SE: 120, S: 180, SW: 240, NW: 300 }[text] ?? null : at * 45;
}

/** The arrow of a direction on the map as it lies. @param {string} text */
export function arrow(text) {
  const at = ROUND.indexOf(text);
  return at < 0 ? "" : "↑↗→↘↓↙←↖"[(at + (lying ? 2 : 0)) % 8];
}

/**
 * Light up what may be said.
 * @param {Offer[]} words @param {(path: Offer[]) => void} say @param {string} question @param {number} compass directions there are
 */
export function glow(words, say, question, compass) {
  state = { paths: paths(words), say, question, compass };
  close();
  paint(words);
}

function paint(words) {
  const board = svg() && svg().querySelector("#board");
  if (!board) return;
  $("map").querySelectorAll("#glow, #fan").forEach(e => e.remove());
  const layer = draw("g", { id: "glow" }, overlay());
  first = { places: [], heart: null, size: 0 };
  const outline = svg().querySelector("#cursor").getAttribute("points");
  if (!outline) return;
  /** Places that glow: those of one word strongly. @type {Map<string, boolean>} */
  const lit = new Map();
  for (const path of state.paths) {
    const where = cellOf(path[path.length - 1]);
    if (where) lit.set(where, lit.get(where) || path.length === 1);
  }
  for (const [where, near] of lit) light(layer, cells.filter(cell => lies(cell[2], where)), outline, near ? "lit" : "lit far");
  const asked = named(state.question);
  if (asked) {
    const [x, y] = place(asked);
    first.heart = [x, y];
    first.places.push([x, y]);
    draw("circle", { cx: x, cy: y, r: 22, class: "asked mark" }, layer);
    fan(board, x, y, words);
  }
  if (!isReachShown() && !isHeatShown()) lookAgain(); // else once that is drawn, and not while a place is chosen
  putNames(); // beside the ring and the arrows
}

/** Light a place: its outline, or the box around its cells. */
function light(layer, found, outline, cls) {
  if (!found.length) return;
  if (found.length === 1) draw("polygon", { points: outline, transform: `translate(${found[0][0]} ${found[0][1]})`, class: cls }, layer);
  first.places.push(...found.map(cell => [cell[0], cell[1]]));
  const side = Math.sqrt(found.length) * 2 * half(1);
  first.size = Math.min(first.size || side, side);
  if (found.length < 2) return;
  const low = n => Math.min(...found.map(cell => cell[n])) - half(n), wide = n => Math.max(...found.map(cell => cell[n])) + half(n) - low(n);
  draw("rect", { x: low(0) + 1, y: low(1) + 1, width: wide(0) - 2, height: wide(1) - 2, class: cls }, layer);
}

function fan(board, x, y, words) {
  const found = [];
  for (const word of words) for (const path of [[word], ...after(word).map(then => [word, then])])
    if (ROUND.includes(path[path.length - 1].text)) found.push(path);
  const leads = new Set(found.map(path => path.length > 1 ? path[0].token : -1));
  if (!found.length || leads.size > 1) return;
  const layer = draw("g", { id: "fan" }, board), from = 30;
  for (const path of found) {
    const word = path[path.length - 1], angle = bearing(word.text, state.compass);
    if (angle === null) continue;
    const g = draw("g", { transform: `translate(${x} ${y}) rotate(${angle})`, "data-say": state.paths.length }, layer);
    draw("title", {}, g).textContent = path.map(each => each.text).join(" ");
    draw("rect", { x: -11, y: -from - 18, width: 22, height: 22, fill: "transparent" }, g);
    draw("polygon", { points: `0,${-from - 14} 7,${-from} 0,${-from - 4} -7,${-from}`, class: "mark" }, g);
    state.paths.push(path);
  }
}

/** A click on the map: the word that it says, or those between which it is open. */
page.click = (cell, e) => {
  if (measure(cell)) return true;
  const over = document.elementFromPoint(e.clientX, e.clientY);
  const pointed = over && over.closest("[data-say]");
  close();
  if (pointed) { state.say(state.paths[Number(pointed.getAttribute("data-say"))]); return true; }
  return !!cell && act(cell);
};

const metAt = cell => state.paths.filter(path => lies(cell[2], cellOf(path[path.length - 1])));

/** Names of places that mean a word now, one for each word. */
export const litPlaces = () => new Set(state.paths.map(path => {
  const where = cellOf(path[path.length - 1]), found = cells.filter(cell => lies(cell[2], where));
  return found[found.length >> 1]?.[2];
}));

/** Take a place: say what it means, or show between what it is open; whether it means anything. @param {any[]} cell */
export function act(cell) {
  const met = metAt(cell), goes = goesTo(cell) || scansAt(cell);
  if (goes && !met.length) goes.go();
  else if (goes || met.length > 1 || (met.length && met[0].length > 1)) choose(cell, met, goes);
  else if (met.length) state.say(met[0]);
  return !!goes || !!met.length;
}

/**
 * Show sentences to choose between at a place.
 * @param {any[]} cell @param {Offer[][]} met @param {{text: string, go: () => void} | null} [goes] an order that goes there
 */
export function choose(cell, met, goes) {
  const box = $("pick");
  shut();
  head(box, cell[2], close);
  if (goes) make("button", "word", goes.text, box).onclick = () => { close(); goes.go(); };
  for (const path of met.slice(0, MOST)) {
    const b = make("button", "word", path.map(word => word.text).join(" "), box);
    b.onclick = () => { close(); state.say(path); };
  }
  const look = make("button", "link", "what stands here", box);
  look.onclick = () => { close(); openCell(cell, true); };
  box.hidden = false;
  putBy(box, cell);
  box.querySelector(".word").focus();
}

/** Whether sentences to choose between were shown; they are no more. */
export function close() {
  const was = !$("pick").hidden;
  $("pick").hidden = true;
  return was;
}

/** Show pieces for a moment, and who did it to whom: what a line of the log is about. @param {string[]} keys */
export function point(keys) {
  const board = svg() && svg().querySelector("#board");
  if (!board) return;
  board.querySelectorAll("#told").forEach(e => e.remove());
  const found = keys.map(pieceOf).filter(Boolean);
  if (!found.length) return;
  const layer = draw("g", { id: "told" }, board), [from, ...others] = found.map(place);
  if (pieceOf(keys[0])) for (const [x, y] of others) draw("line", { x1: from[0], y1: from[1], x2: x, y2: y }, layer);
  for (const [x, y] of [from, ...others]) draw("circle", { cx: x, cy: y, r: 26 }, layer);
}

page.first = () => first;
page.near = () => pieces() && svg() ? spots() : [];
