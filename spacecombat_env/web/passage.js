// @ts-check
// A picture on its way to the next one: its pieces come to their new places one after the other.

import { cells, place, showPieces } from "./board/map.js";
import { nameOf, drawnOf, tells } from "./picture.js";

/** @typedef {import("./types").Told} Told */

const NEAR = 25; // how far from a piece its name and its vector may stand
const isPiece = e => e.dataset.k !== undefined;
const keyed = (nodes, key) => nodes.find(e => e.dataset.k === key);
/** Names lie over pieces, and pieces over all else. */
const rank = e => isPiece(e) ? 1 : e.classList.contains("label") ? 2 : 0;

/** Where a name or a vector belongs; nothing for what belongs nowhere. @returns {number[] | undefined} */
function spot(e) {
  const line = e.classList.contains("way") && e.querySelector("line");
  if (line) return [+line.getAttribute("x1"), +line.getAttribute("y1")];
  return e.dataset.at && e.dataset.at.split(" ", 2).map(Number);
}

/** What is drawn on the map of a picture, but for shots; names and vectors with the key of their piece. @param {string} text @returns {any[]} */
function drawn(text) {
  const nodes = drawnOf(text).filter(e => e.dataset.beside === undefined && !e.classList.contains("shot"));
  const spots = nodes.filter(isPiece).map(e => [e.dataset.k, ...place(e)]);
  for (const e of nodes) {
    const at = !isPiece(e) && spot(e), far = ([, x, y]) => Math.hypot(x - at[0], y - at[1]);
    const near = at && spots.filter(each => far(each) < NEAR).sort((a, b) => far(a) - far(b))[0];
    if (near) e.dataset.of = near[0];
  }
  return nodes;
}

export class Passage {
  /** @param {string} before @param {string} after @param {Told[]} events what happened between them */
  constructor(before, after, events) {
    this.nodes = drawn(before); this.fresh = drawn(after);
    /** Pieces that an event brings to where they are then. @type {Map<number, string[]>} */
    this.steps = new Map();
    for (const key of new Set([...this.nodes, ...this.fresh].filter(isPiece).map(e => e.dataset.k))) {
      const event = this.bringer(key, events);
      if (event) this.steps.set(event.n, [...(this.steps.get(event.n) || []), key]);
    }
  }

  /** The event at which a piece comes, goes, or moves: there the sentence names the place. @param {string} key @param {Told[]} events */
  bringer(key, events) {
    const from = keyed(this.nodes, key), to = keyed(this.fresh, key), name = nameOf(from), cell = to && to.dataset.cell;
    const isTold = event => (event.pieces || []).includes(key) || event.scene?.piece === key;
    if (!from) return events.find(isTold);
    const told = events.filter(event => isTold(event) || (name && tells(event.text, name))).reverse();
    if (!to) return told[0];
    return cell && cell !== from.dataset.cell ? told.find(event => tells(event.text, cell)) : undefined;
  }

  /** Show what events have moved. @param {Told[]} events */
  tell(events) {
    let moved = false;
    for (const event of events) {
      for (const key of this.steps.get(event.n) || []) moved = this.bring(key);
      if (event.scene?.path) moved = this.pass(event.scene.piece, event.scene.path[event.scene.path.length - 1]) || moved;
    }
    if (!moved) return;
    this.nodes.sort((a, b) => rank(a) - rank(b));
    showPieces(group => group.replaceChildren(...this.nodes.map(e => e.cloneNode(true))), true);
  }

  /** Put a piece on a place of its way, with its name; whether it was elsewhere. @param {string} key @param {string} at */
  pass(key, at) {
    const e = keyed(this.nodes, key), cell = cells.find(each => each[2] === at);
    if (!e || !cell || e.dataset.cell === cell[2]) return false;
    this.nodes = this.nodes.filter(other => other.dataset.of !== key || other.dataset.at);
    for (const name of this.nodes.filter(other => other.dataset.of === key))
      name.dataset.at = [cell[0], cell[1], name.dataset.at.split(" ")[2]].join(" ");
    e.setAttribute("transform", `translate(${cell[0]} ${cell[1]})`);
    e.dataset.cell = cell[2];
    return true;
  }

  /** Put a piece where it is then, and with it its name and its vector. @param {string} key */
  bring(key) {
    const own = e => e.dataset.k === key || e.dataset.of === key;
    this.nodes = [...this.nodes.filter(e => !own(e)), ...this.fresh.filter(own)];
    return true;
  }
}
