// @ts-check
// What a picture shows beside the map: a figure for each key, at a size at which it can be read.

import { $, draw, make } from "./dom.js";

/** Figures by key, each with what it was made of. @type {Object<string, {told: string, e: any}>} */
let figures = {};

/**
 * Show these figures, and of them what has changed.
 * @param {Map<string, {told: string, fill: (shape: any) => void}>} found
 */
export function putBeside(found) {
  const box = $("beside"), before = figures, changed = [];
  box.hidden = !found.size;
  figures = {};
  for (const [key, { told, fill }] of found) {
    const old = before[key];
    figures[key] = old && old.told === told ? old : { told, e: figureOf(fill) };
    if (old && old !== figures[key]) changed.push(figures[key].e);
  }
  const all = Object.values(figures).map(figure => figure.e);
  all.forEach(e => e.classList.toggle("changed", changed.includes(e)));
  if (all.length !== box.childNodes.length || all.some((e, n) => e !== box.childNodes[n]))
    box.replaceChildren(...all);
  if (changed.length) reveal(box, changed[0], changed[changed.length - 1]);
}

function figureOf(fill) {
  const e = make("figure"), head = make("figcaption", "", undefined, e), shape = draw("svg", {}, e);
  fill(shape);
  const told = shape.firstElementChild.dataset;
  make("b", "seat" + told.side, told.name, head);
  if (told.note) make("span", "", told.note, head);
  if (told.bad) make("p", "bad", told.bad, e);
  if (told.box) shape.setAttribute("viewBox", told.box); else shape.remove();
  return e;
}

// The figures of the pieces that stand in a place, when one asks what stands there.
export function revealOf(pieces) {
  const found = pieces.map(e => figures[e.dataset.k]).filter(Boolean).map(figure => figure.e);
  if (found.length) reveal($("beside"), found[0], found[found.length - 1]);
}

// Bring the first figure that has changed into view, and as much as there is room for to the last.
function reveal(box, first, last) {
  const low = last.offsetTop + last.offsetHeight, high = first.offsetTop;
  const isSeen = high >= box.scrollTop && low <= box.scrollTop + box.clientHeight;
  if (!isSeen) box.scrollTop = Math.min(high, Math.max(high - 8, low - box.clientHeight));
}
