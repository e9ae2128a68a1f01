// @ts-check
// Launching: a slider for each ship, up to the missiles that its directors can guide; what comes through of missiles.

import { $, make } from "./board/dom.js";
import { focusOn } from "./choices.js";
import { strikes } from "./flight.js";

/** @typedef {import("./types").Offer} Offer @typedef {import("./types").Salvo} Salvo */

const ASKED = "launch_menu", REST = 150; // milliseconds that a slider rests before its missiles are weighed
/** Where the sliders were left in one question. @type {{of: any, at: Map<string, string>}} */
const left = { of: null, at: new Map() };

/**
 * Put sliders in place of the ships and their numbers.
 * @param {import("./seat").Seat | null} seat who is asked @param {(path: Offer[], n: number) => void} number @param {string} again what had the focus
 */
export function showLaunches(seat, number, again) {
  const { composer, stand } = seat || {}, box = $("choices");
  if (!composer || !stand || stand.asked !== ASKED || composer.words.length || composer.isWhole) return;
  const ships = new Map((stand.view.own_ships || []).map(ship => [ship.name, ship]));
  const found = composer.now.words.filter(word => ships.has(word.text));
  if (!found.length) return;
  if (left.of !== composer) Object.assign(left, { of: composer, at: new Map() });
  const isHere = box.contains(document.activeElement);
  for (const e of box.querySelectorAll("[data-token]")) if (found.some(word => e.dataset.token.split(" ")[0] === String(word.token))) (e.closest(".after") || e).remove();
  for (const e of box.querySelectorAll(".kind")) if (!e.querySelector("button, input")) e.remove();
  const list = make("div", "launches", undefined, box);
  list.setAttribute("role", "group");
  list.setAttribute("aria-label", "Launches");
  for (const word of found) {
    const ship = ships.get(word.text), { input, told } = slider(list, word, ship, number);
    told.textContent += reached(strikes(stand.view, ship));
    if (seat && seat.joined?.rules.salvos) weigh(seat, word, input, make("small", "salvo", "", told.parentElement));
  }
  if (isHere) focusOn(box, again); else if (!box.querySelector("[tabindex='0']")) box.querySelector("input").tabIndex = 0;
}

/** What missiles may strike, and when. @param {[string, number][]} found */
function reached(found) {
  const texts = found.map(([name, turns], n) => `${name} in ${turns}${n ? "" : turns > 1 ? " turns" : " turn"}`);
  return found.length ? `; may strike ${texts.join(", ")}, if ${found.length > 1 ? "they drift" : "it drifts"} on` : "";
}

/** Say below a slider what comes through of so many missiles, once it rests. @param {import("./seat").Seat} seat @param {Offer} word @param {any} input @param {Element} box */
function weigh(seat, word, input, box) {
  let late = 0;
  const ask = () => {
    const n = input.value;
    seat.wire.request({ type: "salvos", words: [word.token, ...saying(seat, word, Number(n))] }).then(({ targets }) => {
      if (n === input.value) box.textContent = targets.map(through).join("; ");
    }, () => {});
  };
  input.addEventListener("input", () => { clearTimeout(late); late = setTimeout(ask, REST); });
  ask();
}

/** What comes through if an order ends with these words, by the question. @type {WeakMap<object, Map<string, Promise<string>>>} */
const known = new WeakMap();
let last = ""; // the words that the odds are about

/** What comes through of the missiles of an order that ends with some words. @param {import("./seat").Seat} seat @param {number[]} path */
function weighed(seat, path) {
  const { composer, wire } = seat, key = path.join(" ");
  if (!composer || !seat.joined?.rules.salvos) return Promise.resolve("");
  const texts = known.get(composer.now) || new Map();
  known.set(composer.now, texts);
  if (!texts.has(key)) texts.set(key, wire.request({ type: "salvos", words: [...composer.tokens, ...path] }).then(({ targets }) => targets.map(through).join("; "), () => ""));
  return texts.get(key);
}

/** Say it below the odds of these words, as long as they are shown. @param {import("./seat").Seat} seat @param {number[]} path */
export async function sayThrough(seat, path) {
  const { composer } = seat, level = composer?.now, key = last = path.join(" "), text = await weighed(seat, path);
  const box = $("odds");
  if (text && last === key && !box.hidden && seat.composer === composer && composer?.now === level && !box.querySelector(".salvo")) make("p", "salvo", text, box);
}

/** Say it below the weapons, for each word that ends the order. @param {import("./seat").Seat} seat */
export async function showFire(seat) {
  const { composer } = seat, level = composer?.now;
  if (!composer || !level) return;
  const words = level.words.filter(word => word.ends), texts = await Promise.all(words.map(word => weighed(seat, [word.token])));
  if (seat.composer !== composer || composer.now !== level || composer.isWhole) return;
  const box = $("choices");
  for (const old of box.querySelectorAll(".salvo")) old.remove();
  words.forEach((word, n) => { if (texts[n]) make("small", "salvo", `${word.text}: ${texts[n]}`, box); });
}

/** The tokens of a number after a ship: one, or those of its tens and units. @param {import("./seat").Seat} seat @param {Offer} word @param {number} n @returns {number[]} */
function saying(seat, word, n) {
  const said = word.then || [], one = said.find(each => each.number === n), tens = said.find(each => each.number === n - n % 10);
  const unit = seat.joined?.vocabulary.find(each => each.text === String(n % 10));
  if (one && said.some(each => each.ends)) return [one.token];
  return tens && unit ? [tens.token, unit.token] : [];
}

/** What is expected of missiles, if the target's standing orders defend it. @param {Salvo} salvo */
const through = ({ name, missiles, through, hits }) => `${name}, defended as it stands: ${through} of ${missiles} get through, ${hits} hit`;

/** One ship: its slider, and what is told of it. @param {Element} list @param {Offer} word @param {any} ship @param {(path: Offer[], n: number) => void} number */
function slider(list, word, ship, number) {
  const guided = Math.max(0, ship.missile_directors - ship.missiles_controlled), most = Math.min(ship.missiles, guided || ship.missiles);
  const row = make("label", "launch", undefined, list);
  make("b", "", word.text, row);
  const input = make("input", "", undefined, row), b = make("button", "word", "", row);
  Object.assign(input, { type: "range", min: 1, max: most, value: left.at.get(word.text) || most, ariaLabel: `Missiles of ${word.text}, 1 to ${most}` });
  const told = make("small", "", guided < ship.missiles ? `${guided} directors, ${ship.missiles} missiles` : `${ship.missiles} missiles, ${guided} directors`, row);
  const fit = () => { b.textContent = `launch ${input.value}`; };
  input.oninput = () => { left.at.set(word.text, input.value); fit(); };
  input.onkeydown = e => { if (e.key === "Enter") { e.stopPropagation(); b.click(); } };
  b.told = [];
  b.tabIndex = input.tabIndex = -1;
  b.onclick = e => { e.preventDefault(); number([word], Number(input.value)); };
  told.id = "launch" + word.token;
  input.setAttribute("aria-describedby", told.id);
  fit();
  return { input, told };
}
