// @ts-check
// A fleet of one's own before the game: a scenario with other ships for a side.

import { Basket } from "./basket.js";
import { posted } from "./begin.js";
import * as memory from "./memory.js";
import { HOME } from "./place.js";
import { keepScenario } from "./scenarios.js";
import { openShop } from "./shop.js";
import { sideOf } from "./track.js";

const MOST = 12, LEVELS = [1, 2, 3, 4, 5, 6, 7]; // of a class in a fleet; of Fleet Tactics
const DESIGNS = "designs";

/**
 * Put a fleet together for a scenario.
 * @param {any} rules @param {any} it @param {any} found what the service says of the scenario @param {string} seat @param {(name: string) => void} act
 */
export async function buildFleet(rules, it, found, seat, act) {
  const answer = await fetch(`${HOME}v1/ships/${rules.name}`).catch(() => null), cards = answer && answer.ok ? await answer.json() : [];
  const n = Math.max(0, rules.seats.indexOf(seat)), side = seat => seat.replace(/_0$/, ""), own = side(rules.seats[n]), other = side(rules.seats[1 - n]);
  const designs = memory.likes(DESIGNS, []), base = found.content.sides[own];
  const goods = [...designs.map(each => ({ name: each.entry.name, card: each.card, entry: each.entry, left: MOST })), ...cards.map(card => ({ name: card.class, card, left: MOST }))];
  const points = (base.ships || []).reduce((sum, ship) => sum + (found.ships[n].find(card => card.class === (ship.class || ship))?.points || 0), 0);
  const basket = new Basket(`basket ${it.name} ${own}`, goods, { points, cost: 0, tactics: 1 });
  if (!basket.now.items.length) { basket.take(base); basket.before = []; }
  openShop(basket, {
    title: `A fleet for ${sideOf(rules.seats[n])}`, about: `${it.title} · ${points} points in the scenario; you may go beyond`,
    side: n, levels: LEVELS, crews: found.content.rules?.crew_quality ? ["average", "crack", "green"] : [], go: "Play with this fleet", isSoft: true,
    also: `The same fleet for ${sideOf(rules.seats[1 - n])}`,
    sign: async also => {
      const { content } = found, { ships: _1, drones: _2, task_forces: _3, leave_out: _4, ...rest } = base, fleet = { ...rest, ...basket.side };
      const title = it.title.replace(/, own fleet$/, "") + ", own fleet", sides = { ...content.sides, [own]: fleet, ...(also ? { [other]: { ...fleet } } : {}) };
      const made = await posted("v1/scenarios", { ruleset: rules.name, scenario: { ...content, name: it.name.replace(/\W+/g, "_") + "_own", title, sides } });
      if (!made) return "The service does not answer.";
      if (made.error) return made.error.replace(/^scenario: /, "");
      basket.forget();
      act(keepScenario(rules.name, made));
    },
    design: async text => {
      const ship = await posted(`v1/ships/${rules.name}`, { text });
      if (!ship || ship.error) return ship ? ship.error.replace(/^text: /, "") : "The service does not answer.";
      memory.like(DESIGNS, [ship, ...memory.likes(DESIGNS, []).filter(each => each.entry.name !== ship.entry.name)].slice(0, MOST));
      basket.goods.unshift({ name: ship.entry.name, card: ship.card, entry: ship.entry, left: MOST });
      return ship.notes.join(" ");
    },
  });
}
