// @ts-check
// The log: one line an event, with what a task needed and what was drawn; a click shows its pieces.

import { $, make, page } from "./board/dom.js";
import { point } from "./glow.js";

/** @typedef {import("./types").Told} Told */

const signed = n => (n < 0 ? "−" : "+") + Math.abs(n);

/** A sentence and the numbers behind it. @param {Told} event @returns {[string, string]} */
export function parted(event) {
  const [, text, numbers] = event.text.match(/^(.*?)\s*\[([^\]]+)\]\.?$/s) || ["", event.text, ""];
  if (numbers) return [/[.!?]$/.test(text) ? text : text + ".", numbers];
  const task = event.task || {}, told = [];
  const parts = (task.parts || []).map(([what, n]) => `${what} ${signed(n)}`).join(", ");
  if (task.needs !== undefined) told.push(`needs ${task.needs}` + (parts ? ` = ${parts}` : ""));
  else if (parts) told.push(parts);
  if (task.drawn !== undefined && told.length) told.push(`draws ${task.drawn}`);
  return [text || event.text, told.join("; ")];
}

/** Clear the log for another reader. */
export function clearLog() {
  $("log").replaceChildren();
  $("logged").textContent = "";
}

/** Nothing of what is written is news any more. */
export const freshen = () => $("log").querySelectorAll(".now").forEach(e => e.classList.remove("now"));

/** Write what has happened, and mark what is news. @param {Told[]} events @param {boolean} news */
export function writeLog(events, news) {
  const log = $("log");
  if (!events.length) return;
  for (const event of events) {
    if (event.kind === "turn") { heading(log, event); continue; }
    const [text, numbers] = parted(event);
    const e = make("button", "said" + (event.text.endsWith("!") ? " loud" : "") + (news ? " now" : ""), undefined, log);
    page.words(text, e);
    if (numbers) make("small", "", numbers, e);
    if (event.pieces && event.pieces.length) {
      const keys = event.pieces;
      e.onclick = () => point(keys);
      e.title = "show it on the map";
    } else e.classList.add("bare");
  }
  const { n } = events[events.length - 1];
  $("logged").textContent = n > 1 ? n + " lines" : "1 line";
  log.scrollTop = log.scrollHeight;
}

function heading(log, event) {
  const [, turn, rest] = event.text.match(/^(Turn \d+)\.?\s*(.*)$/s) || ["", "", event.text];
  const e = make("h3", "", turn ? turn + " " : undefined, log);
  page.words(rest, make("span", "", undefined, e));
}
