// @ts-check
// A scan on the map: where the enemies may be, the area under the pointer, a box composes the scan.

import { $, draw, page } from "./board/dom.js";
import { cellAt, cells, lookAgain, svg } from "./board/map.js";
import { half } from "./picture.js";
import { around, card, clear, layer, write } from "./overlay.js";

/** @typedef {import("./types").Offer} Offer @typedef {import("./composer").Composer} Composer */

const BOX = 5; // squares along a box
/** Steps of a scan, by the kind of their words. */
const STAGES = { own_units: "scan", sensors: "sensor", sizes: "size", boxes: "box", squares: "square" };
/** @type {import("./seat").Seat | null} */
let seat = null;
let commit = () => {};
/** Chances of squares, an enemy each: by order under way. @type {WeakMap<any, Map<string, number>[]>} */
const beliefs = new WeakMap();
const asked = new WeakSet();
/** What the pointer is on. @type {any[] | null} */
let over = null;
/** The last sensor and size that were chosen. */
const usual = { sensor: "", size: "3x3 boxes" };

/** Show it for a seat that is asked about a scan. @param {typeof seat} who @param {() => void} [say] says the order as it stands */
export function showHeat(who, say = () => {}) {
  seat = who;
  commit = say;
  clear("heat");
  clear("area");
  if (!stage() || !svg()) return;
  remember();
  const composer = seat && seat.composer;
  if (!composer) return;
  if (beliefs.has(composer)) paint(); else look(composer);
}

/** Which step of a scan is asked; empty for none. */
function stage() {
  const { composer, joined, stand } = seat || {};
  if (!composer || !joined || !stand || !joined.rules.belief || !Object.values(STAGES).includes(stand.asked)) return "";
  const word = composer.now.words.find(each => each.kind in STAGES);
  return word ? STAGES[word.kind] : "";
}

async function look(composer) {
  if (asked.has(composer) || !seat) return;
  asked.add(composer);
  const { of, enemies } = await seat.wire.request({ type: "belief" }).catch(() => ({ of: 1, enemies: [] }));
  beliefs.set(composer, enemies.map(squares => new Map(squares.map(([name, count]) => [name, count / of]))));
  if (seat && seat.composer === composer && stage()) paint();
}

/** The words of this order and those said before it, by kind. @param {string} kind */
function chosen(kind) {
  if (!seat || !seat.joined || !seat.stand || !seat.composer) return "";
  const spoken = (seat.stand.spoken || []).map(token => seat?.joined?.vocabulary.find(word => word.token === token));
  return [...spoken, ...seat.composer.words].find(word => word && word.kind === kind)?.text || "";
}

function remember() {
  usual.sensor = chosen("sensors") || usual.sensor;
  usual.size = chosen("sizes") || usual.size;
}

/** Squares along a size: "3x3" of squares, "1 box", "2x2 boxes". @param {string} size */
const across = size => (/box/.test(size) ? BOX : 1) * (parseInt(size) || 1);

/** Column and row of a place. @param {any[]} cell */
const square = cell => (cell[2].match(/\((\d+),(\d+)\)/) || [0, 0, 0]).slice(1).map(Number);

/** The squares of the area around a box, or around a square where areas are small. @param {any[]} cell @param {string} size */
function area(cell, size) {
  const side = across(size), [x, y] = square(cell);
  const start = n => side < BOX ? n - (side >> 1) : n - (n - 1) % BOX - ((side / BOX - 1) >> 1) * BOX;
  const left = start(x), top = start(y);
  return cells.filter(each => { const [a, b] = square(each); return a >= left && a < left + side && b >= top && b < top + side; });
}

/** The chance that an enemy is in one of these places. @param {any[][]} found */
function chance(found) {
  const all = seat && beliefs.get(seat.composer) || [];
  return 1 - all.reduce((none, enemy) => none * (1 - found.reduce((sum, cell) => sum + (enemy.get(cell[2]) || 0), 0)), 1);
}

const percent = n => n > 0 && n < .005 ? "<1 %" : Math.round(100 * n) + " %";

/** The boxes: name and places. @returns {Map<string, any[][]>} */
function boxes() {
  const found = new Map();
  for (const cell of cells) {
    const name = cell[2].split(" ")[0];
    found.set(name, [...(found.get(name) || []), cell]);
  }
  return found;
}

/** Whether sizes matter now: before one is chosen a box stands for itself. */
const sized = () => ["box", "square"].includes(stage());

export const isHeatShown = () => !!stage() && beliefs.has(seat?.composer);

function paint() {
  const own = layer("heat"), first = page.first();
  first.places.push(...[cells[0], cells[cells.length - 1]].map(cell => [cell[0], cell[1]]));
  first.size = first.size || 2 * BOX * half(1);
  if (!seat?.composer?.words.length) lookAgain();
  for (const [, found] of boxes()) {
    const middle = found[found.length >> 1], share = chance(sized() && across(usual.size) >= BOX ? area(middle, usual.size) : found);
    const { x, y, width, height } = around(found);
    draw("rect", { x: x + 1, y: y + 1, width: width - 2, height: height - 2, "fill-opacity": (.5 * share).toFixed(3) }, own);
    write(own, x + width / 2, y + height / 2, share ? percent(share) : "–", .8 * width);
  }
  const composer = seat && seat.composer, last = composer && composer.isWhole && composer.words[composer.words.length - 1];
  if (over && !(last && last.place)) outline(over);
  if (last && last.place) outline(boxes().get(last.place)?.[12] || cells.find(cell => cell[2] === last.place) || null);
}

/** The area of a scan around a place. @param {any[] | null} cell */
function outline(cell) {
  clear("area");
  if (!cell) return card(null);
  const { at, lines } = areaAt(cell);
  draw("rect", around(area(cell, usual.size)), layer("area"));
  $("map").querySelector("#heat")?.after($("map").querySelector("#area"));
  card(at, lines);
}

/** Where the card of a scan stands, and what it says. @param {any[]} cell */
function areaAt(cell) {
  const size = usual.size, found = area(cell, size);
  const box = cell[2].split(" ")[0];
  const left = Math.min(...found.map(each => each[0])), right = Math.max(...found.map(each => each[0]));
  const at = found.find(each => each[0] === (cell[0] > (left + right) / 2 ? right : left) && each[1] === cell[1]) || cell;
  return { at, lines: [`${usual.sensor || "scan"}, ${size} around ${across(size) < BOX ? cell[2] : box}`, `an enemy is there: ${percent(chance(found))}`,
    seat?.composer?.isWhole ? "click again, or Enter: it scans" : "click: this scan"] };
}

/** Places around which a scan may lie, one a box. */
export const centres = () => new Set(isHeatShown() ? [...boxes().values()].map(found => found[found.length >> 1]).filter(scansAt).map(cell => cell[2]) : []);

/** Point at a scan; what is said of it. @param {any[]} cell @returns {string[] | null} */
export function aimScan(cell) {
  if (!isHeatShown()) return null;
  outline(cell);
  return areaAt(cell).lines;
}

/** The scan around a place, if one can be chosen now. @param {any[] | null} cell @returns {{text: string, go: () => void} | null} */
export function scansAt(cell) {
  const now = stage(), composer = seat && seat.composer;
  if (!cell || !composer || !now || now === "square" || (now === "box" && !composer.isWhole)) return null;
  const name = cell[2].split(" ")[0];
  return { text: `scan around ${name}`, go: () => { compose(composer, name, cell[2]).catch(() => {}); } };
}

/** Put a scan together: the usual sensor and size where they can be said. @param {Composer} composer @param {string} box @param {string} name */
async function compose(composer, box, name) {
  if (composer.isWaiting) return;
  const last = composer.words[composer.words.length - 1];
  if (composer.isWhole && last && (last.place === box || last.place === name)) return commit();
  if (composer.isWhole) composer.pop();
  const { era } = composer;
  /** @param {string} kind @param {(word: Offer) => boolean} fits */
  const choose = async (kind, fits) => {
    if (era !== composer.era) return true;
    const all = composer.now.words.filter(word => word.kind === kind), word = all.find(fits) || (kind.startsWith("own") || kind === "sensors" ? all[0] : undefined);
    if (all.length && word) await composer.push([word]);
    return !all.length || !!word;
  };
  await choose("own_units", () => false);
  await choose("sensors", word => word.text === usual.sensor);
  await choose("sizes", word => word.text === usual.size);
  if (!await choose("boxes", word => word.place === box)) $("cell").textContent = `${box}: out of range of this size`;
  else if (!composer.isWhole) await choose("squares", word => word.place === name);
}

$("map").addEventListener("pointermove", e => {
  over = e.pointerType === "touch" ? null : cellAt(e);
  if (over && stage()) outline(over);
});
$("map").addEventListener("pointerleave", () => { over = null; if (stage()) outline(null); });
