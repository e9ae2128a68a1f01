// @ts-check
// A picture on its way to the next one: its pieces come to their new places one after the other.

import { cells, place, showPieces } from "./board/map.js";
import { taken, tells } from "./picture.js";

/** @typedef {import("./types").Told} Told */

/** Kinds of events whose sentences name the place that their piece has come to. */
const MOVES = /^((spread_)?moved?|flew|enter|thrust|power|drift\w*)$/;
const isPiece = e => e.dataset.k !== undefined;
const keyed = (nodes, key) => nodes.find(e => e.dataset.k === key);
/** Names lie over pieces, and pieces over all else. */
const rank = e => isPiece(e) ? 1 : e.classList.contains("label") ? 2 : 0;

/** Where something is drawn that belongs to a place: a piece, its name, its vector. */
function spot(e) {
  const line = e.classList.contains("way") && e.querySelector("line");
  if (line) return `${+line.getAttribute("x1")} ${+line.getAttribute("y1")}`;
  return isPiece(e) ? place(e).join(" ") : (e.dataset.at || "").split(" ", 2).map(Number).join(" ");
}

/** What is drawn on the map of a picture, but for shots. @param {string} text @returns {any[]} */
function drawn(text) {
  const root = text && taken(text), group = root && root.querySelector("#pieces");
  return group ? [...group.children].filter(e => e.dataset.beside === undefined && !e.classList.contains("shot")) : [];
}

export class Passage {
  /** @param {string} before @param {string} after @param {Told[]} events what happened between them */
  constructor(before, after, events) {
    this.nodes = drawn(before); this.fresh = drawn(after);
    /** Pieces that an event brings to where they are then. @type {Map<number, string[]>} */
    this.steps = new Map();
    for (const key of new Set(events.flatMap(event => event.pieces || []))) {
      const told = events.filter(event => (event.pieces || []).includes(key)), event = this.bringer(key, told);
      if (event) this.steps.set(event.n, [...(this.steps.get(event.n) || []), key]);
    }
  }

  /** The event at which a piece comes, goes, or moves: there the sentence names the place. @param {string} key @param {Told[]} told */
  bringer(key, told) {
    const from = keyed(this.nodes, key), to = keyed(this.fresh, key);
    if (!from || !to) return from ? told[told.length - 1] : to && told[0];
    return spot(from) !== spot(to) && told.reverse().find(event => tells(event.text, to.dataset.cell || "\n"));
  }

  /** Show what events have moved. @param {Told[]} events */
  tell(events) {
    const before = this.nodes;
    for (const event of events) {
      const keys = this.steps.get(event.n) || [], [key = ""] = MOVES.test(event.kind) && event.pieces || [];
      keys.forEach(each => this.bring(each));
      if (key) this.pass(key, event.text);
    }
    if (this.nodes === before) return;
    this.nodes.sort((a, b) => rank(a) - rank(b));
    showPieces(group => group.replaceChildren(...this.nodes.map(e => e.cloneNode(true))), true);
  }

  /** Put a piece on a place of its way, with its name. @param {string} key @param {string} text */
  pass(key, text) {
    const e = keyed(this.nodes, key), at = cell => text.lastIndexOf(cell[2]);
    const cell = cells.filter(each => at(each) >= 0 && tells(text, each[2])).sort((a, b) => at(b) - at(a))[0];
    if (!e || !cell || e.dataset.cell === cell[2]) return;
    const old = spot(e), alone = this.nodes.every(other => other === e || !isPiece(other) || spot(other) !== old);
    const tied = alone ? this.nodes.filter(other => !isPiece(other) && spot(other) === old) : [];
    this.nodes = this.nodes.filter(other => !tied.includes(other) || rank(other) === 2);
    for (const name of tied) name.dataset.at = [cell[0], cell[1], ...(name.dataset.at || "").split(" ").slice(2)].join(" ");
    e.setAttribute("transform", `translate(${cell[0]} ${cell[1]})`);
    e.dataset.cell = cell[2];
  }

  /** Put a piece where it is then, and with it what is written and drawn there. @param {string} key */
  bring(key) {
    const from = keyed(this.nodes, key), to = keyed(this.fresh, key), rest = this.nodes.filter(e => e !== from);
    const gone = from && !rest.some(e => isPiece(e) && spot(e) === spot(from)) ? [spot(from)] : [];
    const come = to ? [spot(to)] : [], changed = [...gone, ...come];
    this.nodes = rest.filter(e => isPiece(e) || !changed.includes(spot(e)));
    this.nodes.push(...this.fresh.filter(e => e === to || (!isPiece(e) && come.includes(spot(e)))));
  }
}
