// @ts-check
// Standing orders: what was settled with the game, and which questions the captain answers from now on.

import { $, make } from "./board/dom.js";
import * as memory from "./memory.js";

const named = asked => asked.replaceAll("_", " ");

/** Questions that the captain answers, of one reader of one game. */
export class Standing {
  /** @param {string} game @param {string} reader */
  constructor(game, reader) {
    this.name = `captain ${game} ${reader}`;
    /** Kinds of question met, each with an example. @type {Map<string, string>} */
    this.met = new Map();
    /** @type {Set<string>} */
    this.answered = new Set(memory.likes(this.name, []));
  }

  /** @param {string} asked @param {string} question */
  meet(asked, question) { if (asked) this.met.set(asked, question); }

  /** @param {string} asked @param {boolean} is */
  set(asked, is) {
    if (is) this.answered.add(asked); else this.answered.delete(asked);
    memory.like(this.name, this.answered.size ? [...this.answered] : undefined);
  }

  /** @param {import("./types").Joined} joined @param {() => void} changed */
  show(joined, changed) {
    const box = $("orders");
    box.replaceChildren();
    make("p", "", "The captain answers these questions for you from now on. Switch one off to be asked again.", box);
    for (const [asked, question] of this.met) {
      const label = make("label", "switch", undefined, box), field = make("input", "", undefined, label);
      field.type = "checkbox";
      field.checked = this.answered.has(asked);
      field.onchange = () => { this.set(asked, field.checked); changed(); };
      make("b", "", named(asked), label);
      make("small", "", question, label);
    }
    if (!this.met.size) make("p", "empty", "Nothing has been asked yet.", box);
    const settled = joined.delegate.length ? joined.delegate.map(named).join(", ") : "nothing";
    make("p", "", `Settled when the game was set up, and never asked: ${settled}.`, box);
  }
}
