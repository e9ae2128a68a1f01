// @ts-check
// The purchase of a game by the shop: the basket is said decision by decision when it is signed.

import { $, make } from "./board/dom.js";
import { Basket } from "./basket.js";
import { posted } from "./begin.js";
import * as memory from "./memory.js";
import { openShop } from "./shop.js";

const CREWS = ["average", "crack", "green"];
/** The fleet that is being bought. @type {{seat: any, at: number, tactics: number, items: import("./basket.js").Item[], late: any, over: (why?: string) => void} | null} */
let signed = null;
/** Seats for which the shop was opened by itself. */
const opened = new Set();

/** Offer the shop at a purchase, or go on with one. @param {any} seat */
export function shopAt(seat) {
  if (signed && signed.seat === seat) return goOn(seat);
  const { stand } = seat;
  if (!["buy_tactics", "buy_ship"].includes(stand.asked) || seat.composer.words.length || $("choices").querySelector(".shop-open")) return;
  const b = make("button", "word go shop-open", "Open the shop", undefined);
  b.onclick = () => open(seat);
  $("choices").prepend(b);
  if (opened.has(seat) || document.querySelector("dialog[open]")) return;
  opened.add(seat);
  open(seat);
}

/** What is for sale: one good for each class. @param {any} seat @returns {import("./basket.js").Good[]} */
function goods(seat) {
  const found = new Map();
  for (const ship of seat.stand.view.own_ships || []) {
    if (ship.state !== "for sale") continue;
    const good = found.get(ship.class) || { name: ship.class, card: ship, left: 0 };
    good.left += 1;
    found.set(ship.class, good);
  }
  return [...found.values()];
}

async function open(seat) {
  const { stand, joined } = seat, mine = stand.view.sides[seat.reader], kept = memory.game(seat.game)?.wanted?.scenario;
  const found = await posted("v1/scenarios", { ruleset: joined.rules.name, scenario: kept || joined.scenario.name });
  const terms = found?.content?.sides[seat.reader.replace(/_0$/, "")]?.purchase || {};
  const basket = new Basket(`basket ${seat.game} ${seat.reader}`, goods(seat), { points: mine.funds, cost: terms.tactics_cost || 0, tactics: mine.fleet_tactics });
  const levels = stand.asked === "buy_tactics" ? stand.words.map(word => word.number) : [];
  if (!levels.length) basket.now.tactics = mine.fleet_tactics;
  openShop(basket, {
    title: joined.scenario.title, about: `${mine.funds} points to spend, in secret. Nothing is said until you sign.`, side: stand.view.sides ? Object.keys(stand.view.sides).indexOf(seat.reader) : 0,
    levels, crews: (terms.crews || []).length ? CREWS.filter(crew => terms.crews.includes(crew)) : [], go: "Sign: this fleet, in secret", isSoft: false,
    sign: () => new Promise(over => {
      const crew = terms.crews?.length ? item => ({ ...item, crew: item.crew || (terms.crews.includes("average") ? "average" : terms.crews[0]) }) : item => item;
      signed = { seat, at: -1, tactics: basket.now.tactics, items: basket.now.items.map(crew), late: 0, over: why => { if (!why) basket.forget(); over(why); } };
      goOn(seat);
    }),
  });
}

/** Say the next decision of the purchase. @param {any} seat */
function goOn(seat) {
  const { stand } = seat, plan = signed;
  if (!plan || !stand || stand.type !== "ask" || plan.at === stand.at || seat.isSaying) return;
  plan.at = stand.at;
  const word = answer(stand, plan);
  if (!/^buy_/.test(stand.asked)) return end();
  if (!word) return end(plan.items.length ? `Not for sale now: ${plan.items.map(item => item.name).join(", ")}. Everything before it is bought.` : "The purchase has stopped here.");
  const isLast = word.text === "done";
  seat.send({ type: "say", at: stand.at, words: [word.token] });
  if (isLast) end();
}

function end(why = "") {
  const plan = signed;
  signed = null;
  plan?.over(why);
}

/** The word that the plan has for a decision. @param {any} stand @param {any} plan */
function answer(stand, plan) {
  const number = n => stand.words.find(word => word.number === n);
  if (stand.asked === "buy_tactics") return number(plan.tactics);
  if (stand.asked === "buy_crew") return number(Math.max(0, CREWS.indexOf(plan.crew || "average")));
  if (stand.asked === "buy_missiles") return number(0);
  if (stand.asked === "buy_merchant") return stand.words.find(word => word.text === "warship") || stand.words[0];
  if (stand.asked !== "buy_ship") return undefined;
  const ships = new Map(stand.view.own_ships.map(ship => [ship.name, ship.class]));
  for (const [n, item] of plan.items.entries()) {
    const word = stand.words.find(each => ships.get(each.text) === item.name);
    if (!word) continue;
    plan.items.splice(n, 1);
    plan.crew = item.crew;
    return word;
  }
  return plan.items.length ? undefined : stand.words.find(word => word.text === "done");
}
