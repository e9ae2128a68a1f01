// @ts-check
// After the game: how it stood, by a network, and the orders that cost most, as positions to try again.

import { draw, make } from "./board/dom.js";
import { begin } from "./begin.js";
import * as memory from "./memory.js";
import { HOME } from "./place.js";
import { sideOf } from "./track.js";

/** @typedef {{at: number, turn: number, seat: string, word: number, chance: number, error: number}} Point */
/** @typedef {{word: number, turn: number, said: string, best: string, cost: {value: number, error: number}}} Cost */
/** @typedef {{state: string, progress: number, with: string, curve: Point[], readers: Record<string, {dearest: Cost[], game?: any}>, reason: string}} Analysis */

const SOON = 1000, HIGH = 60, points = n => Math.round(100 * n);

/** @param {string} game @param {string} [method] @returns {Promise<Analysis | null>} */
async function ask(game, method = "GET") {
  const answer = await fetch(HOME + "v1/games/" + game + "/analysis", { method }).catch(() => null), content = answer && await answer.json().catch(() => null);
  return !answer || !content || answer.status === 404 ? null : answer.ok ? content : { state: "failed", reason: content.error };
}

/** Offer to learn from a game, and go on showing what was begun. @param {Element} parent @param {string} game */
export async function offerLesson(parent, game) {
  const box = make("section", "learn", undefined, parent);
  box.setAttribute("aria-label", "Analysis");
  const b = make("button", "word", "Learn from this game", box);
  b.onclick = () => follow(box, game, ask(game, "POST"));
  const begun = await ask(game);
  if (begun && ["running", "done"].includes(begun.state)) follow(box, game, Promise.resolve(begun));
}

/** @param {any} box @param {string} game @param {Promise<Analysis | null>} told */
async function follow(box, game, told) {
  const found = await told;
  if (!box.isConnected) return;
  show(box, game, found);
  if (found && found.state === "running") setTimeout(() => follow(box, game, ask(game)), SOON);
}

/** @param {any} box @param {string} game @param {Analysis | null} found */
function show(box, game, found) {
  const kept = memory.game(game), seats = Object.keys(found?.readers || {});
  const own = Object.keys(kept?.keys || {}), reader = own.find(seat => seats.includes(seat)) || own[0];
  box.replaceChildren();
  if (!found || found.state === "failed") { make("p", "sub", "No analysis: " + (found ? found.reason : "the service does not answer"), box); return; }
  if (found.state === "running") {
    const text = found.curve.length ? "Measuring what each order cost ..." : "Looking at the whole game ...";
    const line = make("label", "sub", text + " ", box), bar = make("progress", "", undefined, line);
    bar.value = found.progress;
    make("span", "", ` ${points(found.progress)} %`, line);
  }
  if (found.curve.length) chart(box, found, reader);
  const its = found.readers[reader];
  if (its) mistakes(box, game, kept, reader, its.dearest);
}

/** How the game stood: the first side from below, the other from above. @param {any} box @param {Analysis} found @param {string} reader */
function chart(box, { curve, ...found }, reader) {
  const { at: first } = curve[0], last = curve[curve.length - 1], all = Math.max(1, last.at - first), isFirst = reader !== "blue_0";
  const x = point => (100 * (point.at - first) / all).toFixed(2), mine = point => isFirst ? point.chance : 1 - point.chance;
  const y = chance => (HIGH * (1 - Math.max(0, Math.min(1, chance)))).toFixed(2);
  const head = make("p", "", "How the game stood ", box), now = `${sideOf(isFirst ? "red_0" : "blue_0")} ${points(mine(last))} % ± ${points(last.error)}`;
  make("small", "sub", `chance to win by ${found.with}; the two sides add up to 100; the band is how far they disagree`, head);
  const svg = draw("svg", { viewBox: `0 0 100 ${HIGH}`, preserveAspectRatio: "none", role: "img", class: "stood", "aria-label": "Chance to win, at the end " + now }, box);
  draw("line", { class: "even", x1: 0, x2: 100, y1: HIGH / 2, y2: HIGH / 2 }, svg);
  const upper = curve.map(point => `${x(point)} ${y(mine(point) + point.error)}`), lower = curve.map(point => `${x(point)} ${y(mine(point) - point.error)}`).reverse();
  draw("polygon", { class: "band", points: [...upper, ...lower].join(" ") }, svg);
  draw("polyline", { class: "course", points: curve.map(point => `${x(point)} ${y(mine(point))}`).join(" ") }, svg);
  for (const cost of dear(found.readers[reader]?.dearest || [])) {
    const point = curve.find(each => each.seat === reader && each.word === cost.word);
    if (point) draw("circle", { class: "mistake", cx: x(point), cy: y(mine(point)), r: 1.6 }, svg);
  }
}

/** Orders whose cost is more than twice its error: others are no mistakes, as far as is known. @param {Cost[]} costs */
const dear = costs => costs.filter(({ cost }) => cost.value > 2 * cost.error);

/** @param {any} box @param {string} game @param {any} kept @param {string} reader @param {Cost[]} costs */
function mistakes(box, game, kept, reader, costs) {
  const found = dear(costs).slice(0, 3), seats = kept?.wanted?.seats, others = Object.entries(seats || {}).filter(([seat]) => seat !== reader);
  make("p", "", found.length ? "What cost most" : "No order cost you more than twice its error: nothing here lost you the game.", box);
  const list = make("ol", "mistakes", undefined, box);
  for (const { word, turn, said, best, cost } of found) {
    const e = make("li", "", undefined, list), text = make("p", "", undefined, e);
    make("b", "", `Turn ${turn} `, text);
    text.append(`“${said}”`);
    make("span", "better", ` better: “${best}”`, text);
    make("b", "cost", `−${points(cost.value)} points ± ${points(cost.error)}`, e);
    if (!others.length || !others.every(([, who]) => who.player)) continue;
    const wanted = { from: { game, word }, seats };
    make("button", "word", "Try again", e).onclick = () => begin(/** @type {any} */ (wanted), { title: kept.title + ", again" });
  }
}
