// @ts-check
// The odds from a place of the map against those from here.

import { $, make } from "./board/dom.js";
import { percent } from "./odds.js";

/** @typedef {import("./types").Odds} Odds */

/** @param {Odds} [odds] a chance, and how many succeed where that may be more than one */
const figure = odds => !odds ? "–" : percent(odds.chance) + (odds.mean >= 1 ? ` · ${odds.mean}` : "");

/** Orders that may follow, the best first. @param {import("./types").Weighed[]} orders */
const ranked = orders => orders.filter(order => order.odds.chance).sort((a, b) => (b.odds.mean || 0) - (a.odds.mean || 0) || b.odds.chance - a.odds.chance);

/** A line about the best order there, and from here. @param {import("./types").Weighed[]} there @param {import("./types").Weighed[]} here */
export function best(there, here) {
  const [order] = ranked(there), same = order && here.find(each => each.text === order.text);
  return order ? `${order.text}: ${figure(order.odds)}${same ? `, from here ${figure(same.odds)}` : ""}` : "no fire or search from there";
}

/** Hold the odds from a place against those from here. @param {string} title @param {import("./types").Weighed[]} there @param {import("./types").Weighed[]} here */
export function compare(title, there, here) {
  const box = $("odds"), texts = [...new Set([...ranked(there), ...ranked(here)].map(order => order.text))];
  box.hidden = false;
  box.replaceChildren();
  const table = make("table", "from", undefined, box), head = make("tr", "", undefined, table);
  make("caption", "", title, table);
  for (const text of ["", "here", "there"]) make("th", "", text, head);
  for (const text of texts) {
    const row = make("tr", "", undefined, table), [a, b] = [here, there].map(orders => orders.find(order => order.text === text)?.odds);
    make("td", "", text, row);
    make("td", "", figure(a), row);
    make("td", (b?.mean || b?.chance || 0) > (a?.mean || a?.chance || 0) ? "more" : "", figure(b), row);
  }
}
