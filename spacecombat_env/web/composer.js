// @ts-check
// An order under way: nothing of it is said before its last word. What may follow is looked up.

import { lend } from "./odds.js";

/** @typedef {import("./types").Offer} Offer @typedef {import("./types").Menu} Menu */

const HOLD = 400; // milliseconds that words wait for those that may follow them

export class Composer {
  /**
   * @param {Menu} ask the decision, with the legal actions
   * @param {(tokens: number[], odds?: boolean) => Promise<Menu>} look what may follow a sentence, two words deep
   * @param {() => void} changed called when there is something new to show
   * @param {(words: Offer[]) => void} weighed called when these words have odds
   * @param {(asked?: string) => boolean} left whether the captain answers it
   */
  constructor(ask, look, changed, weighed, left = () => false) {
    this.look = look; this.changed = changed; this.weighed = weighed; this.left = left;
    /** @type {Offer[]} */
    this.words = [];
    /** What was asked after each word. @type {Menu[]} */
    this.levels = [ask];
    this.isWhole = false; // it ends here, or the captain goes on
    this.isDead = false; // another question has come
    this.isWaiting = false; // what may follow the last word is being looked up
    this.era = 0; // words of an earlier one are not gone on with
    this.isDeepening = false; // and what may follow that
    /** Words that complete the order as it stands, and what they do. @type {{words: Offer[], text: string, place: string, level: Menu, way?: import("./types").Way} | null} */
    this.finish = null;
    this.deepen();
  }

  get now() { return this.levels[this.levels.length - 1]; }
  get tokens() { return this.words.map(word => word.token); }
  /** With this word dice fall, or something is revealed. */
  get isSettled() { return this.isWhole && this.words[this.words.length - 1].ends !== "order"; }

  /** Whether it can be said as it stands. */
  get isReady() { return this.isWhole || !!this.finish; }

  /**
   * Put an order together that is known to be legal.
   * @param {Menu} level where it goes on @param {Offer[]} before the words that led there
   * @param {Offer[]} words @param {NonNullable<Composer["finish"]>} finish
   */
  lay(level, before, words, finish) {
    this.leave();
    this.words = [...before, ...words];
    this.levels.length = this.levels.indexOf(level) + 1;
    for (const _ of words) this.levels.push({ words: [] }); // looked up once one comes back to them
    this.isWhole = this.isDeepening = false;
    this.finish = finish;
    if (words.length) this.deepen();
    this.changed();
  }

  /** What is being looked up is not waited for any more. */
  leave() {
    this.era += 1;
    this.isWaiting = false;
  }

  /** Look up what may follow the words that may follow. */
  async deepen() {
    const level = this.now, tokens = this.tokens;
    if (!this.isWhole) this.weigh(level, tokens);
    if (this.isWhole || (level.question && level.words.every(word => word.ends))) return;
    const show = () => {
      if (this.isDead || this.now !== level || !this.isDeepening) return;
      this.isDeepening = false;
      this.changed();
    };
    this.isDeepening = true;
    const late = setTimeout(show, HOLD);
    try {
      const menu = await this.look(tokens);
      if (!this.isDead && this.now === level && menu.words.length) lend(Object.assign(level, menu).words, level.odds || []);
      if (!this.isDeepening && this.now === level && !this.isDead) this.changed(); // late, and welcome
    } catch { /* without it one word after the other is chosen */ }
    clearTimeout(late);
    show();
  }

  /** Look up the odds of the words that settle the order. @param {Menu} level @param {number[]} tokens */
  async weigh(level, tokens) {
    try {
      const menu = await this.look(tokens, true);
      lend(level.words, level.odds = menu.words);
      if (!this.isDead && this.now === level) this.weighed(level.words);
    } catch { /* they are a comfort */ }
  }

  /** Add words; whether the order is whole then. @param {Offer[]} path @returns {Promise<boolean>} */
  async push(path) {
    this.finish = null;
    for (const word of path) {
      if (this.isWhole) return true;
      this.words.push(word);
      if (word.ends) { this.isWhole = true; break; }
      if (word.then && (word !== path[path.length - 1] || !this.left())) { this.levels.push({ words: word.then }); continue; }
      const { era } = this;
      this.isWaiting = true;
      this.changed();
      const menu = await this.look(this.tokens).finally(() => { if (era === this.era) this.isWaiting = false; });
      if (this.isDead || era !== this.era) return false;
      if (this.left(menu.asked)) { this.isWhole = true; break; }
      this.levels.push(menu);
    }
    this.isDeepening = false;
    if (!this.isWhole && (!this.now.question || !this.now.words.some(word => word.then))) this.deepen();
    this.changed();
    return this.isWhole;
  }

  /** Add words and then a number, in one word or in tens and units. @param {Offer[]} path @param {number} number */
  async pushNumber(path, number) {
    const { era } = this;
    if (await this.push(path)) return true;
    if (era !== this.era) return false;
    const one = this.now.words.find(word => word.number === number && (word.ends || !inTens(this.now.words)));
    if (one) return this.push([one]);
    const tens = this.now.words.find(word => word.number === number - number % 10);
    if (!tens) return false;
    if (await this.push([tens])) return true;
    if (era !== this.era) return false;
    const unit = this.now.words.find(word => word.number === number % 10);
    return unit ? this.push([unit]) : false;
  }

  /** Add words as far as they can be said. @param {string[]} texts */
  async repeat(texts) {
    const { era } = this;
    for (const text of texts) {
      if (era !== this.era) return false;
      const word = this.now.words.find(each => each.text === text);
      if (!word) throw new Error(`${text} cannot be said now`);
      if (await this.push([word])) return true;
    }
    return false;
  }

  /** Take the last word back. */
  pop() {
    if (!this.words.length || this.isWaiting) return;
    if (this.isWhole) this.isWhole = false; else this.levels.pop();
    this.words.pop();
    this.finish = null;
    this.isDeepening = false;
    if (!this.now.words.length) this.deepen();
    this.changed();
  }

  clear() {
    this.leave();
    this.words = [];
    this.levels.length = 1;
    this.finish = null;
    this.isWhole = this.isDeepening = false;
    this.changed();
  }
}

/** Whether numbers are the tens of larger ones: units follow, but after a last one that is all there is. @param {Offer[]} words */
export function inTens(words) {
  const said = words.filter(word => word.number !== undefined);
  return said.length > 1 && !said.every(word => word.ends) && said.every(word => Number(word.number) % 10 === 0);
}

/** The words that may follow a word in the same order. @param {Offer} word @returns {Offer[]} */
export const after = word => word.ends ? [] : word.then || [];

/** The largest number that can be said. @param {Offer[]} words */
export function largest(words) {
  const said = words.filter(word => word.number !== undefined);
  const last = said.reduce((best, word) => Number(word.number) > Number(best.number) ? word : best);
  const units = inTens(words) ? (last.then || []).map(word => word.number || 0) : [];
  return Number(last.number) + (inTens(words) ? Math.max(0, ...units) : 0);
}
