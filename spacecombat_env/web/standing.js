// @ts-check
// Standing orders: what was settled with the game, which questions the captain answers from now on,
// and which words are said at once where they may be said.

import { $, make } from "./board/dom.js";
import * as memory from "./memory.js";

/** @typedef {import("./types").Offer} Offer @typedef {import("./types").Stand} Stand */

const named = asked => asked.replaceAll("_", " ");

/** Questions and words that are not waited for, of one reader of one game. */
export class Standing {
  /** @param {string} game @param {string} reader */
  constructor(game, reader) {
    this.captain = `captain ${game} ${reader}`;
    this.habit = `habits ${game} ${reader}`;
    /** Kinds of question met, each with an example and the words that were an order by themselves. @type {Map<string, {question: string, words: Set<string>}>} */
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
    for (const word of words) if (word.ends && word.kind === "verbs") met.words.add(word.text);
    this.met.set(asked, met);
  }

  /** The word that is said at once. @param {Stand} ask @returns {Offer | undefined} */
  atOnce({ asked, words = [] }) {
    return words.find(word => word.ends && this.habits.has(`${asked}: ${word.text}`));
  }

  /** @param {string} asked @param {boolean} is */
  set(asked, is) { this.keep(this.captain, this.answered, asked, is); }

  /** @param {string} name @param {Set<string>} held @param {string} what @param {boolean} is */
  keep(name, held, what, is) {
    if (is) held.add(what); else held.delete(what);
    memory.like(name, held.size ? [...held] : undefined);
  }

  /** @param {import("./types").Joined} joined @param {() => void} changed */
  show(joined, changed) {
    const box = $("orders");
    box.replaceChildren();
    make("p", "", "From now on, until you switch it off: the captain answers a question for you, or you say a word at once wherever it may be said.", box);
    for (const [asked, { question, words }] of this.met) {
      const own = make("div", "met", undefined, box);
      this.row(own, named(asked), question, this.captain, this.answered, asked, changed);
      for (const word of words) this.row(own, `at once: ${word}`, "", this.habit, this.habits, `${asked}: ${word}`, changed);
    }
    if (!this.met.size) make("p", "empty", "Nothing has been asked yet.", box);
    const settled = joined.delegate.length ? joined.delegate.map(named).join(", ") : "nothing";
    make("p", "", `Settled when the game was set up, and never asked: ${settled}.`, box);
  }

  row(box, title, about, name, held, what, changed) {
    const label = make("label", about ? "switch" : "switch habit", undefined, box), field = make("input", "", undefined, label);
    field.type = "checkbox";
    field.checked = held.has(what);
    field.onchange = () => { this.keep(name, held, what, field.checked); changed(); };
    make("b", "", about ? `captain: ${title}` : title, label);
    if (about) make("small", "", about, label);
  }
}
