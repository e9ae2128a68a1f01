// @ts-check
// The same again: what was ordered when the same was asked about a piece in an earlier turn.

import { read, write } from "./memory.js";
import { nameOf, named } from "./picture.js";

/** @typedef {import("./types").Stand} Stand */

export class Again {
  /** @param {string} game @param {string} reader */
  constructor(game, reader) {
    this.name = "spacecombat-said " + reader; this.game = game;
    this.said = read(this.name, {})[game] || {};
  }

  /** Orders of this turn, and of the last that had any. @param {Stand} stand */
  of({ asked, question, turn, spoken = [] }) {
    const about = `${asked} ${spoken} ${nameOf(named(question))}`, said = this.said[about] || { turn, now: [] };
    return { about, turn, ...(said.turn === turn ? { now: said.now, last: said.last || [] } : { now: [], last: said.now }) };
  }

  /** @param {Stand} stand @param {string[]} words */
  note(stand, words) {
    const { about, turn, now, last } = this.of(stand);
    this.said[about] = { turn, now: [...now, words], last };
    write(this.name, { [this.game]: this.said });
  }

  /** The first order of last time that was not given yet and may be begun. @param {Stand} stand @returns {string[] | undefined} */
  next(stand) {
    const { now, last } = this.of(stand), given = now.map(String), texts = (stand.words || []).map(word => word.text);
    return last.find(order => !given.includes(String(order)) && texts.includes(order[0]));
  }
}
