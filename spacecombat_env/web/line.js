// @ts-check
// The order line: the words so far, and words that are typed.

import { $, make } from "./board/dom.js";
import { completions, first } from "./matching.js";

/** @typedef {import("./composer").Composer} Composer @typedef {import("./types").Offer} Offer */

/** @type {{composer: Composer | null, push: (path: Offer[]) => Promise<boolean>, say: () => void}} */
const own = { composer: null, push: async () => false, say: () => {} };

/** @param {typeof own} hands */
export const useLine = hands => Object.assign(own, hands);

/** Show the words so far. @param {string[]} spoken words of this order that stand already */
export function showLine(spoken) {
  const composer = own.composer, list = $("chips");
  $("line").hidden = !composer;
  list.replaceChildren();
  if (!composer) return;
  for (const text of spoken) make("li", "chip stands", text, list);
  composer.words.forEach((word, n) => {
    const chip = make("button", "chip", word.text, make("li", "", undefined, list));
    if (word.ends === "outcome") make("i", "outcome", "⚄", chip);
    chip.title = "take back from here";
    chip.onclick = () => { while (composer.words.length > n && !composer.isWaiting) composer.pop(); };
  });
  for (const word of composer.finish ? composer.finish.words : []) make("span", "chip next", word.text, make("li", "", undefined, list));
  $("undo").hidden = !composer.words.length && !composer.finish;
  $("say").hidden = !composer.isReady;
  $("say").textContent = composer.finish ? composer.finish.text : "Say it";
  if (composer.finish) make("i", "outcome", "⚄", $("say"));
  guess();
}

function guess() {
  const typed = $("typed").value, words = own.composer && !own.composer.isWhole ? own.composer.now.words : [];
  const found = completions(words, typed);
  $("guess").textContent = !typed.trim() ? "" : found.length > 8 ? `${found.length} words begin so`
    : found.length ? found.map(word => word.text).join(" · ") : read(words, typed);
}

/** What a text of several words means as far as it is known here. @param {Offer[]} words @param {string} typed */
function read(words, typed) {
  const { word, rest, open } = first(words, typed);
  if (open.length) return "which: " + open.map(each => each.text).slice(0, 8).join(" · ") + "?";
  return word ? word.text + (rest ? " " + rest : "") : "no word begins so";
}

/** Whether what is typed may be no more than the beginning of a word. @param {Offer[]} words @param {Offer} word @param {string} typed */
function mayGoOn(words, word, typed) {
  const text = typed.trimStart().toLowerCase(), whole = word.text.toLowerCase();
  if (/\s/.test(whole) && !text.startsWith(whole)) return true;
  return words.some(other => other !== word && other.text.toLowerCase().startsWith(text));
}

let taking = Promise.resolve();

/** Take in what is typed, as far as it is clear; all of it at Enter. One after the other. @param {boolean} all */
const take = all => { taking = taking.then(() => takeIn(all)).catch(() => {}); };

/** @param {boolean} all */
async function takeIn(all) {
  const field = $("typed"), composer = own.composer;
  while (composer && composer === own.composer && field.value.trim() && !composer.isWhole) {
    const { word, rest } = first(composer.now.words, field.value);
    if (!word || (!all && mayGoOn(composer.now.words, word, field.value))) break;
    field.value = rest;
    await own.push([word]);
    if (!all && !rest) break;
  }
  guess();
}

/** Put the word that is meant in place of what is typed. */
function complete() {
  const words = own.composer ? own.composer.now.words : [], found = completions(words, $("typed").value);
  if (found.length === 1) { $("typed").value = ""; own.push([found[0]]); return true; }
  let same = found.length ? found[0].text : "";
  for (const word of found) while (!word.text.toLowerCase().startsWith(same.toLowerCase())) same = same.slice(0, -1);
  if (same.length > $("typed").value.trim().length) { $("typed").value = same; guess(); return true; }
  return false;
}

$("typed").addEventListener("input", e => { if (e.data === " ") take(false); else guess(); });
$("typed").addEventListener("keydown", e => {
  if (e.key === "Enter" && ($("typed").value.trim() || own.composer && own.composer.isReady)) {
    e.preventDefault(); e.stopPropagation();
    if (e.repeat) return;
    if ($("typed").value.trim()) take(true); else own.say();
  } else if (e.key === "Tab" && !e.shiftKey && $("typed").value.trim() && complete()) e.preventDefault();
});
$("undo").onclick = () => own.composer && (own.composer.words.length ? own.composer.pop() : own.composer.clear());
$("say").onclick = () => own.say();
