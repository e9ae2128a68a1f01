// @ts-check
// The legal actions as buttons, by kind; numbers as one field; arrow keys go through them.

import { $, make } from "./board/dom.js";
import { after, inTens, largest } from "./composer.js";
import { arrow } from "./glow.js";
import { most } from "./layout.js";
import { badge, bestOf, tell } from "./odds.js";

/** @typedef {import("./types").Offer} Offer */
/** @typedef {{say: (path: Offer[]) => void, number: (path: Offer[], n: number) => void}} Hands */

const MOST_AFTER = 10; // words that are shown after another one
const MOST_ROWS = 4; // words after which others are shown
const STRIP = 24; // numbers that are shown as buttons, too
const FEW = 10; // and without a field

const SYMBOLS = { outcome: "⚄", order: "", open: "…" };
const TOLD = { outcome: "cannot be taken back", order: "", open: "goes on" };
const GRAVE = "gives something up";
/** @param {string} kind */
const titleOf = kind => kind === "verbs" ? "Orders" : kind === "amounts" ? "Numbers" : (kind[0].toUpperCase() + kind.slice(1)).replaceAll("_", " ");

/** @param {Offer[]} path @param {Hands} hands @param {Element} parent @param {string} [cls] */
function button(path, hands, parent, cls = "") {
  const word = path[path.length - 1], how = word.ends || "open";
  const grave = path.find(each => each.grave)?.grave;
  const b = make("button", "word " + cls + (grave ? " grave" : ""), undefined, parent), sign = arrow(word.text);
  b.append((sign ? sign + " " : "") + word.text);
  b.dataset.token = path.map(each => each.token).join(" ");
  if (SYMBOLS[how]) make("i", how, SYMBOLS[how], b).setAttribute("aria-hidden", "true");
  const told = [path.map(each => each.text).join(" "), word.place && word.place !== word.text ? "at " + word.place : "", grave || "", TOLD[how]];
  b.told = told.filter(Boolean);
  b.setAttribute("aria-label", b.told.join(", "));
  b.tabIndex = -1;
  b.onclick = () => hands.say(path);
  badge(b, word.odds);
  return b;
}

/** The last number said to each kind of question. @type {Map<string, number>} */
const usual = new Map();
let question = "";

/** One field for many numbers, with steps; the line takes words typed in it. @param {Offer[]} path @param {Offer[]} words @param {Hands} hands @param {Element} parent */
function field(path, words, hands, parent) {
  const found = words.filter(word => word.number !== undefined).map(word => Number(word.number));
  const least = Math.min(...found), most = largest(words), tens = inTens(words);
  const legal = n => tens ? n >= least && n <= most : found.includes(n);
  const box = make("span", "number", undefined, parent), what = path.map(word => word.text).join(" ");
  const named = what ? "Number for " + what : "Number";
  const last = usual.get(question), middle = found.sort((a, b) => a - b)[found.length >> 1];
  const begin = last !== undefined && legal(last) ? last : tens ? most : middle;
  const down = make("button", "step", "−", box), input = make("input", "", undefined, box), up = make("button", "step", "+", box);
  const say = make("button", "word say", "", box);
  Object.assign(input, { type: "number", min: least, max: most, value: begin, inputMode: "numeric" });
  input.ariaLabel = `${named}, ${least} to ${most}`;
  down.ariaLabel = named + ": less";
  up.ariaLabel = named + ": more";
  down.tabIndex = up.tabIndex = say.tabIndex = input.tabIndex = -1;
  const fit = () => {
    const n = Number(input.value), good = input.value && legal(n);
    say.disabled = !good;
    say.textContent = good ? `say ${n}` : `${least} to ${most}`;
  };
  const step = by => {
    let n = Number(input.value);
    do n += by; while (n > least && n < most && !legal(n));
    input.value = String(Math.max(least, Math.min(most, n)));
    fit();
  };
  const done = () => {
    if (say.disabled) return;
    const n = Number(input.value);
    usual.set(question, n);
    hands.number(path, n);
  };
  let own = "";
  input.oninput = () => { own = input.value; fit(); };
  down.onclick = () => step(-1);
  up.onclick = () => step(1);
  say.onclick = done;
  input.onkeydown = e => {
    if (e.key === "Enter") { e.preventDefault(); e.stopPropagation(); done(); }
    if (e.key === "Backspace" && input.value) e.stopPropagation();
    if (/^[^\d ]$/.test(e.key) && !e.ctrlKey && !e.metaKey) { $("typed").value = own; own = ""; $("typed").focus(); }
  };
  fit();
  return box;
}

/** A round number by one click, where numbers are tens and units. @param {Offer[]} path @param {Offer} word @param {Hands} hands @param {Element} parent */
function round(path, word, hands, parent) {
  const n = Number(word.number);
  if (!n) return;
  const b = make("button", "word digit", String(n), parent);
  b.dataset.round = [...path, word].map(each => each.token).join(" ");
  b.setAttribute("aria-label", [...path.map(each => each.text), n].join(" "));
  b.tabIndex = -1;
  b.onclick = () => hands.number(path, n);
}

/** Buttons, and for many numbers a field. @param {Offer[]} path @param {Offer[]} words @param {Hands} hands @param {Element} parent */
function fill(path, words, hands, parent) {
  const many = words.filter(word => word.number !== undefined), tens = many.length && inTens(words);
  if (many.length > FEW || tens) field(path, words, hands, parent);
  if (tens) for (const word of many) round(path, word, hands, parent);
  const strip = many.length <= STRIP && !tens;
  for (const word of words) if (word.number === undefined || strip) button([...path, word], hands, parent, word.number === undefined ? "" : "digit");
}

/**
 * Show the words that may be said now.
 * @param {Element} box @param {Offer[]} words @param {Hands} hands @param {string} asked name of the question
 */
export function showChoices(box, words, hands, asked) {
  question = asked;
  box.replaceChildren();
  tell();
  /** @type {Map<string, Offer[]>} */
  const kinds = new Map();
  for (const word of words) {
    const kind = word.grave && word.kind === "verbs" ? GRAVE : word.kind;
    kinds.set(kind, [...(kinds.get(kind) || []), word]);
  }
  const rows = ([kind, held]) => kind === GRAVE ? 2 : Number(held.some(shows)); // they push others out of sight
  const count = words.reduce((sum, word) => sum + 1 + (shows(word) ? after(word).length : 0), 0);
  const isBrief = count > most(); // what follows waits until its word is said
  for (const [kind, held] of [...kinds].sort((a, b) => rows(a) - rows(b))) {
    const group = make("div", kind === GRAVE ? "kind grave" : "kind", undefined, box);
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", titleOf(kind));
    make("h2", "", titleOf(kind), group);
    const list = make("div", "list", undefined, group), leading = held.filter(word => word.number === undefined && shows(word) && !isBrief);
    const long = leading.length > MOST_ROWS && !leading.every(led) ? [] : leading, short = held.filter(word => !long.includes(word));
    fill([], short, hands, list);
    if (isBrief) for (const word of short) if (shows(word)) bestOf(word, list);
    for (const word of long) {
      const row = make("div", "after", undefined, list);
      button([word], hands, row);
      fill([word], word.then || [], hands, row);
    }
  }
  const first = box.querySelector("button.word:not(.say), input");
  if (first) /** @type {any} */ (first).tabIndex = 0;
}

/** Whether what may follow a word is shown next to it. @param {Offer} word */
function shows(word) {
  const then = after(word);
  return then.length > 0 && (then.length <= MOST_AFTER || led(word));
}

/** Whether nothing but a number follows a word. @param {Offer} word */
const led = word => (word.then || []).every(each => each.number !== undefined);

const stops = box => [...box.querySelectorAll("button.word:not([disabled]), input")];

/** Go through the words by arrow keys; whether the key was one. @param {Element} box @param {KeyboardEvent} e */
export function arrows(box, e) {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
  const all = stops(box), at = all.indexOf(document.activeElement);
  if (!all.length || (!by && !["Home", "End"].includes(e.key))) return false;
  if (document.activeElement instanceof HTMLInputElement && at >= 0 && ["ArrowUp", "ArrowDown"].includes(e.key)) return false;
  const next = e.key === "Home" ? 0 : e.key === "End" ? all.length - 1 : at < 0 ? 0 : (at + Number(by) + all.length) % all.length;
  focusOn(box, all[next]);
  return true;
}

/** Which word has the focus, so that it can have it again. @param {Element} box */
export const standsAt = box => {
  const e = /** @type {any} */ (box.contains(document.activeElement) ? document.activeElement : null);
  return e ? e.dataset.token || e.getAttribute("aria-label") : "";
};

/** Give the focus to a word, by itself or by what `standsAt` said; else to the first. @param {Element} box @param {any} [which] */
export function focusOn(box, which) {
  const all = stops(box), named = all.find(e => which && [e.dataset.token, e.getAttribute("aria-label")].includes(which));
  const e = which instanceof Element ? which : named || all[0];
  if (!e) return;
  for (const each of stops(box)) each.tabIndex = each === e ? 0 : -1;
  e.focus();
  if (e instanceof HTMLInputElement) e.select(); // what is typed takes the place of what stands there
}
