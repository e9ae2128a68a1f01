// @ts-check
// The odds of the words that settle an order: on their buttons, and how they come about below them.

import { $, make } from "./board/dom.js";

/** @typedef {import("./types").Offer} Offer @typedef {import("./types").Odds} Odds */

/** @param {number} chance */
export const percent = chance => chance > 0 && chance < .005 ? "<1 %" : chance > .995 && chance < 1 ? ">99 %" : Math.round(100 * chance) + " %";

/** Give words the odds of others that are the same. @param {Offer[]} words @param {Offer[]} from */
export function lend(words, from) {
  for (const other of from) {
    const word = words.find(each => each.token === other.token);
    if (!word) continue;
    if (other.odds) word.odds = other.odds;
    lend(word.then || [], other.then || []);
  }
}

/** Told of words that launch missiles as their odds are shown. @type {{tell: (path: number[]) => void}} */
export const launched = { tell() {} };

/** Put the odds on a button. @param {any} b @param {Odds | undefined} odds */
export function badge(b, odds) {
  if (!odds || b.querySelector(".odds")) return;
  if (odds.weapons) b.append(" ");
  if (odds.weapons) make("small", "with", odds.weapons.join(", "), b);
  b.append(" "); // texts that run into each other are none that the label has
  make("b", "odds", percent(odds.chance), b).onclick = e => { if (e.pointerType === "touch") { e.stopPropagation(); show(); } };
  b.told[0] += `${odds.weapons ? ": " + odds.weapons.join(", ") + "," : ""} ${percent(odds.chance)}`;
  b.setAttribute("aria-label", b.told.join(", "));
  const show = () => {
    tell(odds);
    if (odds.weapons?.includes("missile")) launched.tell(b.dataset.token.split(" ").map(Number));
  };
  b.onpointerenter = b.onfocus = show;
  if (b === document.activeElement) show();
}

/** Put the best odds of those that may follow a word on its button. @param {Offer} word @param {Element} list */
export function bestOf(word, list) {
  const b = list.querySelector(`[data-token="${word.token}"]`), found = (word.then || []).flatMap(then => then.odds ? [then.odds] : []);
  if (b) { b.setAttribute("data-best", ""); badge(b, found.sort((one, other) => other.chance - one.chance)[0]); }
}

/** Put odds that have come later on the buttons of words. @param {Offer[]} words @param {string} [before] */
export function lateBadges(words, before = "") {
  for (const word of words) {
    const path = (before + " " + word.token).trim(), b = $("choices").querySelector(`[data-token="${path}"]`);
    if (b) badge(b, word.odds);
    if (b && b.matches("[data-best]")) bestOf(word, $("choices"));
    if (word.then) lateBadges(word.then, path);
  }
}

/** Say how odds come about; nothing for none. @param {Odds} [odds] */
export function tell(odds) {
  const box = $("odds");
  box.hidden = !odds;
  box.replaceChildren();
  let cls = "";
  for (const text of odds ? odds.lines : []) {
    const [, then, title, rest = ""] = text.match(/^(If it comes to that: )?(.*?: )?(.*)$/) || [];
    if (!/^(Not known|\d.* times)/.test(text)) cls = then ? "then" : ""; // else it is about the line before
    const p = make("p", cls, then ? "↳ " : "", box);
    make("b", "", title, p);
    rest.split(/(\d+ %|[A-Z]+-[A-Z]+-\d+)/).forEach((part, n) => {
      const e = n % 2 ? make(part.endsWith("%") ? "b" : "button", "", part, p) : p.append(part);
      if (e && e.matches("button")) e.onclick = () => { $("sought").value = part; $("rules-open").click(); };
    });
  }
}
