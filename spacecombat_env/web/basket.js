// @ts-check
// A fleet that is put together: what is in it, what it costs, undo, saved, as a file.

import * as memory from "./memory.js";

const CREWS = { average: 10, crack: 12, green: 8 }, MOST = 20; // tenths of the price; most saved fleets

/** @typedef {{name: string, card: any, left: number, entry?: any}} Good what is for sale: `entry` of a ship of one's own */
/** @typedef {{name: string, crew?: string}} Item */

/** @param {any} card @param {string} [crew] */
export const priceOf = (card, crew = "average") => card.drone ? card.points : Math.floor((card.points * CREWS[crew] + 5) / 10);

export class Basket {
  /** @param {string} name under which it is remembered @param {Good[]} goods @param {{points: number, cost: number, tactics: number}} terms */
  constructor(name, goods, terms, items = /** @type {Item[]} */ ([])) {
    /** @type {Good[]} */ this.goods = goods;
    const kept = memory.likes(name, null);
    this.title = "";
    this.terms = terms;
    this.name = name;
    this.now = kept || { tactics: terms.tactics, items };
    /** @type {any[]} */ this.before = [];
    /** @type {any[]} */ this.after = [];
    this.now.items = this.now.items.filter(item => this.good(item.name));
  }

  /** @param {string} name @returns {Good | undefined} */
  good(name) { return this.goods.find(good => good.name === name); }

  /** @param {string} name */
  count(name) { return this.now.items.filter(item => item.name === name).length; }

  get levels() { return (this.now.tactics - this.terms.tactics) * this.terms.cost; }
  get total() { return this.levels + this.now.items.reduce((sum, item) => sum + priceOf(this.good(item.name)?.card, item.crew), 0); }
  get left() { return this.terms.points - this.total; }

  /** @param {{tactics?: number, items?: Item[]}} change */
  change(change) {
    this.before.push(this.now);
    this.after = [];
    this.set({ ...this.now, ...change });
  }

  set(now) { this.now = now; memory.like(this.name, now); }
  add(name) { this.change({ items: [...this.now.items, { name }] }); }
  /** @param {number} n */
  remove(n) { this.change({ items: this.now.items.filter((_, k) => k !== n) }); }
  undo() { const then = this.before.pop(); if (then) { this.after.push(this.now); this.set(then); } }
  redo() { const then = this.after.pop(); if (then) { this.before.push(this.now); this.set(then); } }
  forget() { memory.like(this.name, undefined); }

  /** As the side of a scenario file has it. */
  get side() {
    const entry = ({ name, crew }) => {
      const own = this.good(name)?.entry;
      return own ? { ...own, ...(crew ? { crew } : {}) } : crew ? { class: name, crew } : name;
    };
    return { fleet_tactics: this.now.tactics, ships: this.now.items.map(entry) };
  }

  /** Take a fleet as a file has it; what is not for sale is left out and returned. @param {any} side @returns {string[]} */
  take(side) {
    const items = /** @type {Item[]} */ ([]), missing = /** @type {string[]} */ ([]);
    for (const ship of side.ships || []) {
      const name = typeof ship === "string" ? ship : ship.class || ship.name, good = this.good(name), crew = ship.crew in CREWS && ship.crew !== "average" ? ship.crew : undefined;
      if (good && items.filter(item => item.name === name).length < good.left) items.push({ name, ...(crew ? { crew } : {}) }); else missing.push(String(name));
    }
    this.change({ items, tactics: Math.max(this.terms.tactics, Math.min(7, Number(side.fleet_tactics) || 1)) });
    return missing;
  }
}

/** @returns {Record<string, any>} */
export const saved = () => memory.likes("fleets", {});
/** @param {string} name @param {any} side */
export const save = (name, side) => memory.like("fleets", Object.fromEntries(Object.entries({ ...saved(), [name]: side }).slice(-MOST)));

/** Hand a fleet on as a file. @param {string} name @param {any} side */
export function asFile(name, side) {
  const link = document.createElement("a"), text = JSON.stringify({ fleet: name, ruleset: "battle_rider", ...side }, null, 1) + "\n";
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name.replace(/[^\w-]+/g, "_") + ".json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
