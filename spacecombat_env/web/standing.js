// @ts-check
// Standing orders: which kinds of question the captain answers until when, which single ones from
// now on, and which words are said at once where they may be said.

import { $, make } from "./board/dom.js";
import * as memory from "./memory.js";

/** @typedef {import("./types").Offer} Offer @typedef {import("./types").Stand} Stand */

const named = asked => asked.replaceAll("_", " ");
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

  /** @param {import("./seat").Seat} seat @param {() => void} changed */
  show(seat, changed) {
    const box = $("orders"), kinds = seat.joined?.kinds || [];
    box.replaceChildren();
    make("p", "", "Each line is a group of questions. What you leave to the captain, a player of the service answers for you until then; the other side does not see it.", box);
    const held = { ...seat.stand?.standing };
    for (const kind of [...kinds].sort((a, b) => Number(a.settled) - Number(b.settled))) this.kind(box, kind, held, seat);
    if (this.met.size) make("h3", "", "Single questions, and words said at once", box);
    for (const [asked, { question, words }] of this.met) {
      const own = make("div", "met", undefined, box);
      this.row(own, named(asked), question, this.captain, this.answered, asked, changed);
      for (const word of words) this.row(own, `at once: ${word}`, "", this.habit, this.habits, `${asked}: ${word}`, changed);
    }
  }

  kind(box, { name, questions, settled, title }, held, seat) {
    const label = make("label", "held", undefined, box);
    make("b", "", named(name), label);
    const field = make(settled ? "i" : "select", "", settled ? "settled for this game" : undefined, label);
    make("small", "", settled ? `Standing order: ${title}.` : `Questions: ${questions.map(named).join(", ")}.`, label);
    if (settled) return;
    make("option", "", "I decide", field).value = "";
    for (const [until, text] of UNTIL.slice(1)) make("option", "", "captain: " + text, field).value = until;
    field.value = held[name] || "";
    field.onchange = () => {
      if (field.value) held[name] = field.value; else delete held[name];
      seat.leave(held);
    };
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
