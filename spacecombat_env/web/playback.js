// @ts-check
// Playback: the events that came with a picture, one after the other, until that picture stands.

import { $, calm, make, page } from "./board/dom.js";
import { point } from "./glow.js";
import * as memory from "./memory.js";
import { named } from "./picture.js";
import { Passage } from "./passage.js";
import { freshen, writeLog } from "./story.js";

/** @typedef {import("./types").Told} Told @typedef {import("./types").Stand} Stand */
/** @typedef {{events: Told[], stand: Stand, isOld: boolean}} Piece what came with a message; old is what one missed */

const STEP = 400, MOST = 6000, LEAST = 50; // milliseconds: for an event, for all that is to come, between two lines
const SPEEDS = { off: 0, normal: 1, fast: 3 };

/** @type {{stands: (stand: Stand) => void, told: () => void}} */
const own = { stands: () => {}, told: () => {} };
/** @type {Piece[]} */
let queue = [];
/** @type {Passage | null} */
let passage = null;
let timer = 0, step = 0, speed = 1, drawn = "";

/** @param {typeof own} hands what is done when a picture stands, and when playback begins or ends */
export const usePlayback = hands => Object.assign(own, hands);

export const isPlaying = () => timer !== 0;

/** Play pieces back, or have them stand at once. @param {Piece[]} pieces @param {string} before the picture that is shown */
export function play(pieces, before) {
  queue.push(...pieces);
  const count = queue.reduce((sum, piece) => sum + piece.events.length, 0), isOld = pieces.some(piece => piece.isOld);
  step = Math.min(STEP, MOST / count);
  if (timer && !isOld) return;
  if (!timer && count) freshen();
  speed = SPEEDS[memory.likes("playback", "normal")] ?? 1;
  if (isOld || calm || !speed || document.hidden || count < 2) return finish();
  drawn = before;
  next();
  own.told();
}

/** The next line of the log, with what it moves; or the picture that then stands. */
function next() {
  const piece = queue[0];
  if (!piece) { timer = 0; return own.told(); }
  if (!piece.events.length) {
    passage = null;
    queue.shift();
    own.stands(piece.stand);
    drawn = piece.stand.picture || drawn;
    return next();
  }
  passage = passage || new Passage(drawn, piece.stand.picture || "", piece.events);
  const events = piece.events.splice(0, Math.ceil(LEAST / step));
  timer = setTimeout(next, step * events.length / speed);
  writeLog(events, true);
  passage.tell(events);
  point(events.flatMap(about));
}

/** The pieces of an event; of those that are gone in the end, the one that is named. @param {Told} event @returns {string[]} */
function about({ pieces, text }) {
  const one = !pieces?.length && named(text);
  return one ? [one.dataset.k] : pieces || [];
}

/** All at once. */
function finish() {
  clearTimeout(timer);
  timer = 0;
  passage = null;
  const pieces = queue.splice(0), last = pieces[pieces.length - 1], news = $("log").childNodes.length > 0;
  writeLog(pieces.flatMap(piece => piece.events), news);
  if (last) own.stands(last.stand);
  own.told();
}

/** Whether something was being played back; it is no more. */
export function skip() {
  const was = isPlaying();
  if (was) finish();
  return was;
}

/** Show how to skip. @param {any} box @param {boolean} focus */
export function showSkip(box, focus) {
  if (box.querySelector(".skip")) return;
  const ways = make("div", "list");
  box.replaceChildren(ways);
  const b = make("button", "go skip", "Skip", ways);
  b.onclick = skip;
  make("button", "faster", "Faster", ways).onclick = () => { speed *= 3; clearTimeout(timer); next(); };
  if (focus) b.focus({ preventScroll: true });
}

const span = page.span, click = page.click;
page.span = most => isPlaying() ? Math.min(span(most), step / speed) : span(most);
page.click = (cell, e) => skip() || click(cell, e);

$("playback").value = memory.likes("playback", "normal");
$("playback").onchange = () => memory.like("playback", $("playback").value);
