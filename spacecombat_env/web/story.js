// @ts-check
// The log: a line for each scene, with its events and their numbers on demand; pointing at it shows its pieces.

import { $, make, page } from "./board/dom.js";
import { bare, counted, headOf } from "./board/scenes.js";
import { point } from "./glow.js";

/** @typedef {import("./types").Told} Told @typedef {import("./board/scenes.js").Scene} Scene */

const signed = n => (n < 0 ? "−" : "+") + Math.abs(n);
/** The line of each scene that is written: by its first event. @type {Map<number, any>} */
const written = new Map();
let frame = 0, isLonger = false;

/** A sentence and the numbers behind it. @param {Told} event @returns {[string, string]} */
export function parted(event) {
  const [, text, numbers] = event.text.match(/^(.*?)\s*\[([^\]]+)\]\.?$/s) || ["", event.text, ""];
  if (numbers) return [bare(event.text), folded(numbers)];
  const task = event.task || {}, told = [];
  const parts = (task.parts || []).map(([what, n]) => `${what} ${signed(n)}`).join(", ");
  if (task.needs !== undefined) told.push(`needs ${task.needs}` + (parts ? ` = ${parts}` : ""));
  else if (parts) told.push(parts);
  if (task.drawn !== undefined && told.length) told.push(`draws ${task.drawn}`);
  return [text || event.text, told.join("; ")];
}

/** Tasks that need the same as one, with what each has drawn. @param {string} numbers */
function folded(numbers) {
  const parts = numbers.split("; "), tasks = [];
  for (const part of parts) if (/^needs /.test(part) || !tasks.length) tasks.push([part]); else tasks[tasks.length - 1].push(part);
  const groups = new Map();
  for (const [need, ...drawn] of tasks) groups.set(need, [...(groups.get(need) || []), drawn.join(", ")]);
  return [...groups].map(([need, drawn]) => [drawn.length > 1 ? `${drawn.length} × ${need}` : need, ...drawn.filter(Boolean)].join("; ")).join("; ");
}

/** Clear the log for another reader. */
export function clearLog() {
  $("log").replaceChildren();
  $("logged").textContent = "";
  written.clear();
}

/** Nothing of what is written is news any more. */
export const freshen = () => $("log").querySelectorAll(".now").forEach(e => e.classList.remove("now"));

/** Scroll to the end, and to a line that is not in view, in the next frame: then all is laid out. @param {any} [line] */
function scroll(line) {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => {
    const log = $("log");
    if (isLonger) log.scrollTop = log.scrollHeight;
    isLonger = false;
    if (!line) return;
    const top = line.offsetTop - log.offsetTop;
    if (top < log.scrollTop || top + line.offsetHeight > log.scrollTop + log.clientHeight) log.scrollTop = top - log.clientHeight / 2;
  });
}

/** The line of a scene is lit, and in view. @param {Scene} scene */
export function light(scene) {
  $("log").querySelectorAll(".lit-now").forEach(e => e.classList.remove("lit-now"));
  const line = written.get(scene.events[0].n);
  if (!line) return;
  line.classList.add("lit-now");
  scroll(line);
}

/** Write scenes that are not written yet, and mark what is news. @param {Scene[]} scenes @param {boolean} news */
export function writeScenes(scenes, news) {
  const log = $("log"), fresh = scenes.filter(scene => !written.has(scene.events[0].n));
  if (!fresh.length) return;
  for (const scene of fresh) written.set(scene.events[0].n, scene.events[0].kind === "turn" ? heading(log, scene.events[0]) : write(log, scene, news));
  const last = fresh[fresh.length - 1].events, { n } = last[last.length - 1];
  $("logged").textContent = n > 1 ? n + " events" : "1 event";
  isLonger = true;
  scroll();
}

/** @param {any} log @param {Scene} scene @param {boolean} news */
function write(log, scene, news) {
  const events = /** @type {Told[]} */ (scene.events), single = events.length === 1;
  const [text, numbers] = single ? parted(events[0]) : [headOf(scene).join(" "), ""];
  const e = make("button", "said" + (scene.isLoss || text.endsWith("!") ? " loud" : "") + (news ? " now" : ""), undefined, log);
  page.words(text, e);
  if (numbers) make("small", "", numbers, e);
  const keys = [...new Set([scene.from, scene.to, ...events.flatMap(event => event.pieces || [])].filter(key => key !== undefined))];
  if (keys.length) e.onmouseenter = () => point(keys);
  if (single) {
    if (keys.length) { e.onclick = () => point(keys); e.title = "show it on the map"; } else e.classList.add("bare");
    return e;
  }
  make("i", "count", `${events.length} lines`, e);
  unfolds(e, events, keys);
  return e;
}

/** A click shows the lines of a scene, equal ones as one. @param {any} e @param {Told[]} events @param {string[]} keys */
function unfolds(e, events, keys) {
  const lines = make("div", "lines");
  lines.hidden = true;
  e.setAttribute("aria-expanded", "false");
  e.after(lines);
  e.onclick = () => {
    lines.hidden = !lines.hidden;
    e.setAttribute("aria-expanded", String(!lines.hidden));
    if (keys.length) point(keys);
    if (lines.childNodes.length) return;
    for (const [[text, numbers], many] of counted(events.map(parted), String)) {
      const line = make("p", text.endsWith("!") ? "loud" : "", undefined, lines);
      page.words(text, line);
      if (many > 1) make("i", "count", `${many} ×`, line);
      if (numbers) make("small", "", numbers, line);
    }
  };
}

function heading(log, event) {
  const [, turn, rest] = event.text.match(/^(Turn \d+)\.?\s*(.*)$/s) || ["", "", event.text];
  const e = make("h3", "", turn ? turn + " " : undefined, log);
  page.words(rest, make("span", "", undefined, e));
  return e;
}
