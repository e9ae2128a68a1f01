// @ts-check
// How elements are made, and what a page tells the board about itself. The files of this folder are
// modules of the browser client; a replay page holds them inline, without their imports.

export const SVG = "http://www.w3.org/2000/svg";
export const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {string} id @returns {any} */
export const $ = id => document.getElementById(id);

/**
 * What differs from page to page; each sets its own.
 * @type {{
 *   near: () => number[][], first: () => {places: number[][], heart: number[] | null, size: number},
 *   laid: (wide: number, high: number) => void, span: (most: number) => number, redraw: () => void,
 *   click: (cell: any[] | null, e: MouseEvent) => boolean, dressed: () => void,
 *   words: (text: string, parent: Element) => void, sheet: ((name: string) => void) | null, aboard: (title: string, parent: Element) => void }}
 */
export const page = {
  /** Places of the board that should be in view. */
  near: () => [],
  /** Places that matter most, where there is no room for all; the first of them; the size of the smallest target. */
  first: () => ({ places: [], heart: null, size: 0 }),
  /** A board of this shape has been laid down. */
  laid: () => {},
  /** Milliseconds that a movement takes, given the most that it may take. */
  span: most => most,
  /** Draw all again: the board has been turned. */
  redraw: () => {},
  /** A place of the map was clicked; whether that meant something to the page. */
  click: () => false,
  /** The map has another scale or other pieces. */
  dressed: () => {},
  /** Write a text in which sides are named. */
  words: (text, parent) => parent.append(text),
  /** Open the sheet of a ship; null where a page has none. */
  sheet: null,
  /** Write the ships of a piece of the map, given its title. */
  aboard: () => {},
};

/** What is to be done, each in a task of its own. @type {(() => void)[]} */
const tasks = [], channel = new MessageChannel();
channel.port1.onmessage = () => tasks.shift()?.();

/** Do something soon, after whatever is being done. @param {() => void} act */
export function soon(act) {
  tasks.push(act);
  channel.port2.postMessage(0);
}

/** @param {string} tag @param {string} [cls] @param {any} [text] @param {Element | null} [parent] @returns {any} */
export function make(tag, cls, text, parent) {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  if (text !== undefined) e.textContent = text;
  if (parent) parent.append(e);
  return e;
}

/** @param {string} tag @param {Object<string, any>} settings @param {Element | null} [parent] @returns {any} */
export function draw(tag, settings, parent) {
  const e = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(settings)) e.setAttribute(key, value);
  if (parent) parent.append(e);
  return e;
}
