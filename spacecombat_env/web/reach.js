// @ts-check
// Where the piece that is asked can go: drawn with its cost; a place composes the order that goes there.

import { $, draw, page } from "./board/dom.js";
import { cellAt, lookAgain, place, svg } from "./board/map.js";
import { card, cellOf, clear, layer, write } from "./overlay.js";
import { corners, half, named } from "./picture.js";

/** @typedef {import("./types").Offer} Offer @typedef {import("./types").Way} Way */

const SHADES = 4; // of cost
/** @type {import("./seat").Seat | null} */
let seat = null;
let commit = () => {};
/** What was found after the words of an order so far, by place: by the level they lead to. @type {WeakMap<any, Map<string, Way>>} */
const found = new WeakMap();
const HOVER = 80; // milliseconds at a place before its odds are asked for
/** Odds from places of an order under way, by tokens; null while they are on their way. @type {WeakMap<any, Map<string, any>>} */
const weighed = new WeakMap();
let pointed = "";
/** Name of the place that the pointer is on. */
let over = "";
let late = 0;

/** Show it for a seat that is asked. @param {typeof seat} who @param {() => void} [say] says the order as it stands */
export function showReach(who, say = () => {}) {
  seat = who;
  commit = say;
  const { composer } = seat || {};
  clear("reach");
  clear("way");
  card(null);
  pointed = "";
  if (!seat || !composer || composer.isWhole || !seat.joined || !seat.joined.rules.reach || !svg()) return;
  if (!composer.finish && !found.has(composer.now)) look(composer);
  paint();
}

/** The level from which places are chosen: that before a place was. */
const from = () => seat && seat.composer && (seat.composer.finish ? seat.composer.finish.level : seat.composer.now);

/** @param {import("./composer").Composer} composer */
async function look(composer) {
  if (!seat) return;
  const level = composer.now;
  found.set(level, new Map());
  found.set(level, await waysOf(seat, composer.tokens).catch(() => new Map()));
  if (seat && seat.composer === composer && from() === level) paint();
}

/** Where the piece of a seat can go after some words, by place. @param {import("./seat").Seat} who @param {number[]} words @returns {Promise<Map<string, Way>>} */
export async function waysOf(who, words) {
  const { nodes, places } = await who.wire.request({ type: "reach", words });
  const tokens = node => node > 0 ? [...tokens(nodes[node][0]), nodes[node][1]] : [];
  return new Map(places.map(([name, cost, left, node, last, via]) => [name, { name, cost, left, via, tokens: [...tokens(node), last] }]));
}

/** Gs, or points of thrust. */
const unit = () => seat?.joined?.rules.routes ? " thrust" : " G";

const ways = () => found.get(from()) || new Map();

export const isReachShown = () => ways().size > 1;

function paint() {
  const all = [...ways().values()], most = Math.max(1, ...all.map(way => way.cost));
  if (all.length < 2) return clear("reach");
  const own = layer("reach"), outline = svg().querySelector("#cursor").getAttribute("points");
  for (const way of all) {
    const cell = cellOf(way.name);
    if (!cell) continue;
    const shade = Math.round((SHADES - 1) * way.cost / most), here = seat?.composer?.finish?.place === way.name;
    draw("polygon", { points: outline, transform: `translate(${cell[0]} ${cell[1]})`, class: `within c${shade}${here ? " chosen" : ""}` }, own);
    write(own, cell[0], cell[1], String(way.cost), 1.6 * half(1));
  }
  if (chosen()) return show(chosen());
  const first = page.first(), size = 2 * half(1);
  first.places.push(...all.map(way => cellOf(way.name)).filter(Boolean).map(cell => [cell[0], cell[1]]));
  first.size = Math.min(first.size || size, size);
  lookAgain();
  if (ways().has(over)) show(ways().get(over) || null);
}

/** Draw the way to a place and say what it costs. @param {Way | null} way */
function show(way) {
  clear("way");
  if (!way) pointed = "";
  const cell = way && cellOf(way.name), piece = seat && seat.stand && (named(from()?.question || "") || named(seat.stand.question));
  if (!way || !cell) return card(null);
  const own = layer("way"), drift = cellOf([...ways().values()].find(each => !each.cost)?.name || "");
  $("map").querySelector("#reach")?.after(own);
  if (piece) {
    const [x, y] = place(piece);
    if (drift && !way.via.length) draw("line", { x1: x, y1: y, x2: drift[0], y2: drift[1], class: "drift" }, own);
    const points = [[x, y], ...way.via.map(cellOf), cell].map(each => each && each.slice(0, 2).join()).filter(Boolean);
    draw("polyline", { points: points.join(" ") }, own);
  }
  draw("polygon", { points: corners().join(" "), transform: `translate(${cell[0]} ${cell[1]})` }, own);
  card(cell, tell(way));
  clearTimeout(late);
  pointed = way.name;
  oddsFrom([]); // those from here are asked for at once
  late = setTimeout(() => weigh(way), known([...begun(), ...way.tokens]) ? 0 : HOVER);
}

/** The odds from a place, if they have come. @param {number[]} tokens */
const known = tokens => seat && weighed.get(seat.composer)?.get(String(tokens));
/** The words said of the order before a place is chosen. */
const begun = () => { const { composer } = seat || {}, level = from(); return composer && level ? composer.tokens.slice(0, composer.levels.indexOf(level)) : []; };

/** Ask for the odds after an order, one answer at a time; none for a seat that decides something else then. @param {number[]} tokens */
async function oddsFrom(tokens) {
  const { composer, wire } = seat || {};
  if (!composer || !wire) return null;
  const held = weighed.get(composer) || new Map(), key = String(tokens);
  weighed.set(composer, held);
  if (!held.has(key)) held.set(key, wire.request({ type: "odds_from", words: tokens }).catch(() => null));
  const answer = await held.get(key);
  if (answer) held.set(key, answer); else held.delete(key); // it is asked again
  return seat && seat.composer === composer ? answer : null;
}

/** Show the odds from a place beside those from here. @param {Way} way */
async function weigh(way) {
  const { best, compare } = await import("./compare.js");
  const here = await oddsFrom([]), there = here && pointed === way.name ? await oddsFrom([...begun(), ...way.tokens]) : null;
  const cell = cellOf(way.name);
  if (!there || !cell || pointed !== way.name ) return;
  const lines = there.asked ? [best(there.orders, here.orders) + (seat?.joined?.rules.routes && there.orders.length ? ", if nobody fires before" : "")] : ["the odds from there depend on what the enemy does"];
  card(cell, [...tell(way).slice(0, 2), ...lines, ...tell(way).slice(2)]);
  if (there.asked) compare(`If it goes to ${way.name}`, there.orders, here.orders);
}

/** @param {Way} way */
function tell(way) {
  return [way.name, `${way.cost}${unit()}${way.left > 0 ? `, ${way.left} left` : ""}${way.cost ? "" : ", as it drifts"}`,
    way === chosen() ? "click again, or Enter: it goes" : "click: this order"];
}

/** The order that goes to a place. @param {any[] | null} cell @returns {{text: string, go: () => void} | null} */
export function goesTo(cell) {
  const way = cell && ways().get(cell[2]);
  if (!way || ways().size < 2) return null;
  return { text: `go to ${way.name}, ${way.cost}${unit()}`, go: () => compose(way) };
}

/** Put the order together that goes to a place; a second time says it. @param {Way} way */
function compose(way) {
  const composer = seat && seat.composer;
  if (!seat || !composer || !seat.joined || seat.isSaying) return;
  if (composer.finish && composer.finish.place === way.name) return commit();
  const level = from(), known = [...seat.joined.vocabulary, ...(level ? level.words : [])], before = composer.words.slice(0, level ? composer.levels.indexOf(level) : 0);
  const texts = new Map(known.map(word => [word.token, word.text]));
  const words = way.tokens.map(token => /** @type {Offer} */ ({ token, text: texts.get(token) || String(token), kind: "" }));
  const last = { ...words[words.length - 1], ends: /** @type {const} */ ("outcome") };
  if (!seat.joined.rules.routes) return composer.lay(level, before, words.slice(0, -1), { words: [last], text: `Go to ${way.name}`, place: way.name, level });
  const isTens = !level?.words.find(word => word.token === way.tokens[0])?.ends;
  composer.lay(level, before, [], { words, text: `Fly to ${way.name}`, place: way.name, level, way: { ...way, first: isTens ? 2 : 1 } });
}

const chosen = () => ways().get(seat?.composer?.finish?.place || "") || null;
/** Point at a place; what is said of it, where it is in reach. @param {any[] | null} cell @returns {string[] | null} */
export function pointTo(cell) {
  over = cell ? cell[2] : "";
  if (ways().size < 2) return null;
  const way = cell && ways().get(cell[2]), shown = way || chosen();
  if (!shown || shown.name !== pointed) show(shown);
  return way ? tell(way) : null;
}
$("map").addEventListener("pointermove", e => { if (e.pointerType === "touch") over = ""; else pointTo(cellAt(e)); });
$("map").addEventListener("pointerleave", () => { over = ""; });
$("map").addEventListener("pointerleave", () => ways().size > 1 && show(chosen()));
