// @ts-check
// The rule set's own picture, taken in: nothing in it may run, load or style, and then it is shown.

import { putBeside } from "./board/beside.js";
import { $ } from "./board/dom.js";
import { lay, pieces, place, showPieces, svg } from "./board/map.js";

const KNOWN = new Set(("svg g defs symbol use title desc metadata rect circle ellipse line polyline polygon path text tspan " +
  "linearGradient radialGradient stop pattern clipPath mask").split(" "));
const ELSEWHERE = /url\(\s*["']?(?!#)|^\s*(javascript|data|https?):/i;

/** Take out whatever is no drawing. @param {Element} root */
export function cleaned(root) {
  for (const e of [root, ...root.querySelectorAll("*")]) {
    if (!KNOWN.has(e.nodeName)) { e.remove(); continue; }
    for (const { name, value } of [...e.attributes]) {
      const leads = /(^|:)(href|src)$/.test(name) && !value.startsWith("#");
      if (/^on|^style$/i.test(name) || leads || (!name.startsWith("data-") && ELSEWHERE.test(value)))
        e.removeAttribute(name);
    }
  }
  return root;
}

/** A picture as elements of this page; null where it is none. @param {string} text */
export function taken(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.nodeName !== "svg" || root.querySelector("parsererror")) return null;
  return /** @type {any} */ (document.adoptNode(cleaned(root)));
}

const PIECES = '<g id="pieces">', END = "</g></svg>";
let still = "";

/** What a picture has before its pieces: the ground; all of it where it has none. @param {string} text */
const groundOf = text => text.split(PIECES, 1)[0];

const MOST = 2000; // lines that are kept
/** Lines of pictures as elements: most are as they were in the picture before. @type {Map<string, any[]>} */
const kept = new Map();

/** The elements on the ground of a picture: each is a line. @param {string} text @returns {any[]} */
export function drawnOf(text) {
  const lines = text.slice(groundOf(text).length + PIECES.length, -END.length).split("\n");
  if (kept.size > MOST) kept.clear();
  const fresh = lines.filter(line => !kept.has(line)), root = fresh.length && taken(`<svg xmlns="http://www.w3.org/2000/svg"><g>${fresh.join("</g><g>")}</g></svg>`);
  if (root) fresh.forEach((line, n) => kept.set(line, [...root.children[n].children]));
  return lines.flatMap(line => kept.get(line) || []).map(e => e.cloneNode(true));
}

/** Show a picture, its pieces gliding from where they were. @param {string} text @param {boolean} moving */
export function showPicture(text, moving) {
  const ground = groundOf(text), isWhole = ground === text, isNew = ground !== still || !svg();
  const fresh = isNew && taken(isWhole ? text : ground + PIECES + END), drawn = drawnOf(text);
  if (isNew && !fresh) return;
  const beside = drawn.filter(e => e.dataset.beside !== undefined);
  const figures = new Map();
  for (const e of beside) {
    const held = figures.get(e.dataset.beside) || { told: "", all: [] };
    held.told += e.outerHTML;
    held.all.push(e);
    figures.set(e.dataset.beside, held);
  }
  for (const held of figures.values()) held.fill = shape => shape.append(...held.all);
  putBeside(figures);
  if (isNew) { lay(fresh); still = ground; moving = false; }
  showPieces(shown => isWhole || shown.replaceChildren(...drawn.filter(e => !beside.includes(e))), moving);
}

/** The piece of a key. @param {string} key @returns {any} */
export const pieceOf = key => [...pieces().querySelectorAll("[data-k]")].find(e => e.dataset.k === key);

/** Where all pieces are: what should be in view. */
export const spots = () => [...pieces().querySelectorAll("[data-k]")].map(place);

/** Corners of the outline of a place: x, y, x, y ... */
export const corners = () => svg().querySelector("#cursor").getAttribute("points").trim().split(/[\s,]+/).map(Number);

/** Half of what a place is wide (0) or high (1). @param {number} n */
export const half = n => Math.max(...corners().filter((_, k) => k % 2 === n));

/** How a piece is called: its title's first words. @param {any} e */
export const nameOf = e => e && e.querySelector("title") ? e.querySelector("title").textContent.split(/ at |,|:| \(/)[0].trim() : "";

/** Whether a sentence names somebody. @param {string} text @param {string} name */
export const tells = (text, name) => where(text, name) >= 0;
const where = (text, name) => text.search(new RegExp("(^|[^\\w-])" + name.replace(/[^\w ]/g, "\\$&") + "($|[^\\w])"));

/** The first of the pieces that a sentence names; null for none. @param {string} text @returns {any} */
export function named(text) {
  let best = null, first = Infinity, size = 0;
  for (const e of pieces().querySelectorAll("[data-k]")) {
    const name = nameOf(e), from = name ? where(text, name) : -1;
    if (from < 0 || from > first || (from === first && name.length <= size)) continue;
    best = e; first = from; size = name.length;
  }
  return best;
}

/** Explain the signs of the picture. @param {Element} list */
export function explain(list) {
  list.replaceChildren();
  for (const symbol of $("map").querySelectorAll("symbol[id^=legend]")) {
    const box = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    box.setAttribute("viewBox", symbol.getAttribute("viewBox"));
    box.setAttribute("aria-hidden", "true");
    box.append(...[...symbol.childNodes].filter(e => e.nodeName !== "title").map(e => e.cloneNode(true)));
    const told = document.createElement("div");
    told.textContent = symbol.querySelector("title").textContent;
    list.append(box, told);
  }
}
$("legend").onclick = () => { if (svg()) explain($("keys")); $("key").showModal(); };
