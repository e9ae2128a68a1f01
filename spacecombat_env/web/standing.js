// @ts-check
// Standing orders: which kinds of question the captain answers until when, which single ones from
// now on, and which words are said at once where they may be said.

import * as memory from "./memory.js";

/** @typedef {import("./types").Offer} Offer @typedef {import("./types").Stand} Stand */

export const UNTIL = [["order", "this order"], ["phase", "this phase"], ["turn", "this turn"], ["game", "this game"]];

/** Those of one reader of one game. */
export class Standing {
  /** @param {string} game @param {string} reader */
  constructor(game, reader) {
    this.captain = `captain ${game} ${reader}`;
    this.habit = `habits ${game} ${reader}`;
    /** Questions met, and words that were an order. @type {Map<string, {question: string, words: Set<string>}>} */
    this.met = new Map();
    /** @type {Set<string>} */
    this.answered = new Set(memory.likes(this.captain, []));
    /** `question: word`, each. @type {Set<string>} */
    this.habits = new Set(memory.likes(this.habit, []));
  }

  /** @param {Stand} ask */
  meet({ asked, question, words = [] }) {
    if (!asked) return;
    const met = this.met.get(asked) || { question, words: new Set() };
    met.question = question;
    for (const word of words) if (word.ends && word.kind === "verbs" && !word.grave) met.words.add(word.text);
    this.met.set(asked, met);
  }

  /** The word that is said at once. @param {Stand} ask @returns {Offer | undefined} */
  atOnce({ asked, words = [] }) {
    return words.find(word => word.ends && !word.grave && this.habits.has(`${asked}: ${word.text}`));
  }

  /** @param {string} asked @param {boolean} is */
  set(asked, is) { this.keep(this.captain, this.answered, asked, is); }

  /** @param {string} name @param {Set<string>} held @param {string} what @param {boolean} is */
  keep(name, held, what, is) {
    if (is) held.add(what); else held.delete(what);
    memory.like(name, held.size ? [...held] : undefined);
  }
}
