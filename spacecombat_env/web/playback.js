// @ts-check
// Playback: the scenes that came with a picture, one after the other, until that picture stands.

import { Bar, paceOf } from "./board/bar.js";
import { $, calm, page, soon } from "./board/dom.js";
import { HURRIED, MOST, headOf, scenesOf, spansOf } from "./board/scenes.js";
import { point } from "./glow.js";
import * as memory from "./memory.js";
import { named, showPicture } from "./picture.js";
import { Passage } from "./passage.js";
import { freshen, light, writeScenes } from "./story.js";

/** @typedef {import("./types").Told} Told @typedef {import("./types").Stand} Stand */
/** @typedef {{events: Told[], stand: Stand, isOld: boolean}} Piece what came with a message; old is what one missed */
/** @typedef {{scene: import("./board/scenes.js").Scene, piece: number, span: number}} Shot a scene, of which piece, and how long */

const LEAST = 50; // milliseconds between two parts of a scene

/** @type {{stands: (stand: Stand) => void, told: () => void}} */
const own = { stands: () => {}, told: () => {} };
/** What is played back now or was last: pieces, with the picture before each; their scenes. */
/** @type {{pieces: Piece[], before: string[], shots: Shot[]}} */
let reel = { pieces: [], before: [], shots: [] };
/** @type {Passage | null} */
let passage = null;
/** What is yet to be shown. @type {(() => void) | null} */
let next = null;
let timer = 0, at = 0, isOn = false, isPaused = false, isRedrawn = false, span = 0, due = 0;
/** @type {Bar | null} */
let bar = null;

/** @param {typeof own} hands what is done when a picture stands, and when playback begins or ends */
export const usePlayback = hands => Object.assign(own, hands);

export const isPlaying = () => isOn;
const pace = () => memory.likes("playback", "1");

/** Play pieces back, or have them stand at once. @param {Piece[]} pieces @param {string} before the picture that is shown */
export function play(pieces, before) {
  const isNew = !before && pieces.some(piece => piece.isOld);
  if (!isOn) reel = { pieces: [], before: [], shots: [] };
  const first = reel.shots.length;
  for (const piece of pieces) {
    const last = reel.pieces[reel.pieces.length - 1];
    reel.before.push(last ? last.stand.picture || "" : before || piece.stand.picture || "");
    reel.shots.push(...scenesOf(piece.events).map(scene => ({ scene, piece: reel.pieces.length, span: 0 })));
    reel.pieces.push(piece);
  }
  time(first);
  if (isOn) return;
  if (reel.shots.length) freshen();
  if (isNew || calm || pace() === "off" || document.hidden || reel.shots.length < 2) return finish();
  begin(false);
}

/** How long the scenes from one on last: not longer in all where a clock runs. @param {number} first */
function time(first) {
  const fresh = reel.shots.slice(first), isHurried = reel.pieces.some(piece => piece.stand.clock && piece.stand.clock.order_ms);
  spansOf(fresh.map(shot => shot.scene), isHurried ? HURRIED : MOST).forEach((span, n) => { fresh[n].span = span; });
}

/** @param {boolean} isAgain whether it has been shown */
function begin(isAgain) {
  isOn = true;
  isPaused = calm;
  passage = null;
  at = isAgain ? 0 : -1;
  isRedrawn = false;
  go(0);
  own.told();
}

/** Play from a scene on, which begins now or was to begin before. @param {number} n @param {number} [begins] */
function go(n, begins = Date.now()) {
  clearTimeout(timer);
  due = begins;
  const shot = reel.shots[n];
  if (!shot) return finish();
  const isOther = !passage || n !== at + 1 || shot.piece !== reel.shots[at].piece, isDrawn = isOther && enter(shot.piece, n);
  at = n;
  next = () => show(n, shot);
  if (isDrawn && !isPaused) soon(goOn); else goOn();
}

/** Show it now. */
function goOn() {
  const what = next;
  next = null;
  if (what) what();
}

/** Show a scene on the board that stands. @param {number} n @param {Shot} shot */
function show(n, shot) {
  writeScenes(reel.shots.slice(0, n + 1).map(each => each.scene), true);
  light(shot.scene);
  if (bar) bar.mark(at, isPaused, pace());
  parts(shot);
}

/** Show how things stood before a scene of a piece; whether a picture was drawn. @param {number} piece @param {number} n */
function enter(piece, n) {
  const before = reel.before[piece], { events, stand } = reel.pieces[piece];
  if (n <= at && before) showPicture(before, false);
  else if (piece > 0) own.stands(reel.pieces[piece - 1].stand);
  isRedrawn = isRedrawn || n <= at;
  passage = new Passage(before, stand.picture || "", events);
  passage.tell(reel.shots.slice(0, n).filter(each => each.piece === piece).flatMap(each => each.scene.events));
  return n <= at || piece > 0;
}

/** The parts of a scene: as many as there are ways in it, and time for. @param {Shot} shot */
function parts({ scene, span: whole }) {
  const ends = scene.events.map((event, n) => event.scene?.path ? n : -1).filter(n => n >= 0).slice(0, -1);
  const many = Math.max(1, Math.min(ends.length + 1, Math.floor(whole / LEAST))), size = Math.ceil((ends.length + 1) / many);
  const cuts = [0, ...ends.filter((_, n) => n % size === size - 1).map(n => n + 1), scene.events.length];
  span = (whole || LEAST) / paceOf(pace()) / (cuts.length - 1);
  const part = n => {
    const events = scene.events.slice(cuts[n], cuts[n + 1]);
    if (passage) passage.tell(events);
    if (n === 0) point(about(scene));
    if (isPaused) { if (n + 2 < cuts.length) part(n + 1); return; }
    due += span; // of all, so that small delays do not add up
    timer = setTimeout(n + 2 < cuts.length ? () => part(n + 1) : onward, Math.max(0, Math.floor(due - Date.now())));
  };
  part(0);
}

function onward() {
  const after = reel.shots.findIndex((shot, n) => n > at && (pace() !== "losses" || shot.scene.isLoss));
  if (after >= 0) return go(after, due);
  own.stands(reel.pieces[reel.pieces.length - 1].stand);
  next = finish;
  soon(goOn);
}

/** The pieces of a scene: who acts first; of those that are gone in the end, the one that is named. @param {any} scene @returns {string[]} */
function about({ from, to, events }) {
  if (from || to) return [from, to].filter(Boolean);
  const { pieces, scene, text } = events[0], key = scene?.piece;
  const one = !key && !pieces?.length && named(text);
  return one ? [one.dataset.k] : key ? [key] : pieces || [];
}

/** All at once: things are as they are now. */
function finish() {
  clearTimeout(timer);
  next = null;
  isOn = false;
  isPaused = false;
  passage = null;
  bar = null;
  point([]);
  writeScenes(reel.shots.map(shot => shot.scene), $("log").childNodes.length > 0);
  const last = reel.pieces[reel.pieces.length - 1];
  if (last) own.stands(last.stand);
  if (last && last.stand.picture && isRedrawn) showPicture(last.stand.picture, false);
  own.told();
  $("last-round").hidden = reel.shots.length < 2;
}

/** Whether something was being played back; it is no more. */
export function skip() {
  const was = isOn;
  if (was) finish();
  return was;
}

/** Forget what was played back: another reader's board is shown. */
export function forget() {
  clearTimeout(timer);
  next = null;
  isOn = false;
  bar = null;
  reel = { pieces: [], before: [], shots: [] };
  $("last-round").hidden = true;
}

function hold() {
  goOn();
  if (!isOn) return;
  isPaused = !isPaused;
  if (bar) bar.mark(at, isPaused, pace());
  clearTimeout(timer);
  due = Date.now();
  if (!isPaused) onward();
}

/** A key while something is played back; whether it steers it. @param {KeyboardEvent} e */
export function steers(e) {
  const keys = { " ": hold, ArrowLeft: () => go(Math.max(0, at - 1)), ArrowRight: () => go(at + 1) };
  const act = e.key === "Enter" && calm ? keys.ArrowRight : keys[e.key];
  if (!isOn || !act || /** @type {any} */ (e.target).matches("input, select")) return false;
  act();
  return true;
}

/** Show the bar. @param {any} box @param {boolean} focus */
export function showSkip(box, focus) {
  if (!bar || !box.contains(bar.box)) {
    box.replaceChildren();
    bar = new Bar(box, { go: n => go(n), pause: hold, skip, pace: like }, "Skip to now");
    if (focus) bar.skip.focus({ preventScroll: true });
  }
  bar.fill(reel.shots.map(({ scene, span }) => ({ ...scene, span, title: headOf(scene).join(" ") })));
  bar.mark(at, isPaused, pace());
}

/** @param {string} value */
function like(value) {
  memory.like("playback", value);
  $("playback").value = value;
  if (bar) bar.mark(at, isPaused, pace());
}

const usual = page.span, click = page.click;
page.span = most => isOn ? Math.min(usual(most), span) : usual(most);
page.click = (cell, e) => skip() || click(cell, e);

$("last-round").onclick = () => { if (!isOn) begin(true); };
$("playback").value = pace();
$("playback").onchange = () => memory.like("playback", $("playback").value);
