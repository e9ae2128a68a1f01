// @ts-check
// Where the piece that is asked can go: drawn with its cost; a place composes the order that goes there.

import { $, draw } from "./board/dom.js";
import { cellAt, place, svg } from "./board/map.js";
import { best, compare } from "./odds.js";
import { card, cellOf, clear, layer, write } from "./overlay.js";
import { corners, half, named } from "./picture.js";

/** @typedef {import("./types").Offer} Offer @typedef {import("./types").Way} Way */

const SHADES = 4; // of cost
/** @type {import("./seat").Seat | null} */
let seat = null;
let commit = () => {};
/** What was found for an order under way: by place. @type {WeakMap<any, Map<string, Way>>} */
const found = new WeakMap();
const asked = new WeakSet();
const HOVER = 120; // milliseconds at a place before its odds are asked for
/** Odds from places of an order under way, by tokens; null while they are on their way. @type {WeakMap<any, Map<string, any>>} */
const weighed = new WeakMap();
let pointed = "";
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
  if (!seat || !composer || !seat.joined || !seat.joined.rules.reach || !svg()) return;
  if (!found.has(composer)) look(composer);
  if (isOpen(composer)) paint();
}

/** Whether places may be chosen: nothing has been said of the order, or a place. */
const isOpen = composer => !!composer && (!composer.words.length || !!composer.finish);

async function look(composer) {
  if (asked.has(composer) || !seat) return;
  asked.add(composer);
  const { nodes, places } = await seat.wire.request({ type: "reach" }).catch(() => ({ nodes: [], places: [] }));
  const tokens = node => node > 0 ? [...tokens(nodes[node][0]), nodes[node][1]] : [];
  found.set(composer, new Map(places.map(([name, cost, left, node, last]) => [name, { name, cost, left, tokens: [...tokens(node), last] }])));
  if (seat && seat.composer === composer && isOpen(composer)) paint();
}

const ways = () => seat && seat.composer && isOpen(seat.composer) && found.get(seat.composer) || new Map();

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
  if (chosen()) show(chosen());
}

/** Draw the way to a place and say what it costs. @param {Way | null} way */
function show(way) {
  clear("way");
  if (!way) pointed = "";
  const cell = way && cellOf(way.name), piece = seat && seat.stand && named(seat.stand.question);
  if (!way || !cell) return card(null);
  const own = layer("way"), drift = cellOf([...ways().values()].find(each => !each.cost)?.name || "");
  $("map").querySelector("#reach")?.after(own);
  if (piece) {
    const [x, y] = place(piece);
    if (drift) draw("line", { x1: x, y1: y, x2: drift[0], y2: drift[1], class: "drift" }, own);
    draw("line", { x1: x, y1: y, x2: cell[0], y2: cell[1] }, own);
  }
  draw("polygon", { points: corners().join(" "), transform: `translate(${cell[0]} ${cell[1]})` }, own);
  card(cell, tell(way));
  clearTimeout(late);
  pointed = way.name;
  late = setTimeout(() => weigh(way), known(way.tokens) ? 0 : HOVER);
}

/** The odds from a place, if they have come. @param {number[]} tokens */
const known = tokens => seat && weighed.get(seat.composer)?.get(String(tokens));

/** Ask for the odds after an order, one answer at a time; none for a seat that decides something else then. @param {number[]} tokens */
async function oddsFrom(tokens) {
  const { composer, wire } = seat || {};
  if (!composer || !wire) return null;
  const held = weighed.get(composer) || new Map(), key = String(tokens);
  weighed.set(composer, held);
  if (!held.has(key)) held.set(key, wire.request({ type: "odds_from", words: tokens }).catch(() => null));
  const answer = await held.get(key);
  held.set(key, answer);
  return seat && seat.composer === composer ? answer : null;
}

/** Show the odds from a place beside those from here. @param {Way} way */
async function weigh(way) {
  const here = await oddsFrom([]), there = here && pointed === way.name ? await oddsFrom(way.tokens) : null;
  const cell = cellOf(way.name);
  if (!there || !cell || pointed !== way.name || !seat || !isOpen(seat.composer)) return;
  const lines = there.asked ? [best(there.orders, here.orders)] : ["the odds from there depend on what the enemy does"];
  card(cell, [...tell(way).slice(0, 2), ...lines, ...tell(way).slice(2)]);
  if (there.asked) compare(`If it goes to ${way.name}`, there.orders, here.orders);
}

/** @param {Way} way */
function tell(way) {
  return [way.name, `${way.cost} G${way.left > 0 ? `, ${way.left} left` : ""}${way.cost ? "" : ", as it drifts"}`,
    way === chosen() ? "click again, or Enter: it goes" : "click: this order"];
}

/** The order that goes to a place. @param {any[] | null} cell @returns {{text: string, go: () => void} | null} */
export function goesTo(cell) {
  const way = cell && ways().get(cell[2]);
  if (!way || ways().size < 2) return null;
  return { text: `go to ${way.name}, ${way.cost} G`, go: () => compose(way) };
}

/** Put the order together that goes to a place; a second time says it. @param {Way} way */
function compose(way) {
  const composer = seat && seat.composer;
  if (!seat || !composer || !seat.joined || seat.isSaying) return;
  if (composer.finish && composer.finish.place === way.name) return commit();
  const texts = new Map(seat.joined.vocabulary.map(word => [word.token, word.text]));
  const words = way.tokens.map(token => /** @type {Offer} */ ({ token, text: texts.get(token) || String(token), kind: "" }));
  const last = { ...words[words.length - 1], ends: /** @type {const} */ ("outcome") };
  composer.lay(words.slice(0, -1), { words: [last], text: `Go to ${way.name}`, place: way.name });
}

const chosen = () => ways().get(seat?.composer?.finish?.place || "") || null;
$("map").addEventListener("pointermove", e => {
  if (ways().size < 2 || e.pointerType === "touch") return;
  const cell = cellAt(e), way = cell && ways().get(cell[2]) || chosen();
  if (!way || way.name !== pointed) show(way);
});
$("map").addEventListener("pointerleave", () => ways().size > 1 && show(chosen()));
