// @ts-check
// What stands in a place of the map: a click, or Tab and Enter, show it.

import { revealOf } from "./beside.js";
import { scale } from "./camera.js";
import { $, draw, make, page } from "./dom.js";
import { cells, lying, pieces, place } from "./map.js";
import { onScreen } from "./names.js";

/** @type {any[] | null} */
let opened = null;

const standing = name => [...pieces().querySelectorAll("[data-cell]")].filter(e => e.dataset.cell === name);

// The first piece of each place can be reached by keyboard and is read out with all that stands there.
export function offer(held) {
  const seen = new Set();
  for (const e of pieces().querySelectorAll("[data-cell]")) {
    const name = e.dataset.cell;
    if (seen.has(name)) continue;
    seen.add(name);
    e.setAttribute("tabindex", "0");
    e.setAttribute("role", "button");
    e.setAttribute("aria-label", standing(name).map(titleOf).join("; "));
    e.addEventListener("keydown", key => {
      if (key.key !== "Enter") return;
      key.stopPropagation();
      openCell(cells.find(cell => cell[2] === name) || [...place(e), name], true);
    });
    if (name === held) e.focus({ preventScroll: true });
  }
}

const titleOf = e => (e.querySelector("title") || { textContent: "" }).textContent;

export function openCell(cell, byKey = false) {
  const box = $("stack"), found = cell ? standing(cell[2]) : [];
  opened = found.length ? cell : null;
  box.hidden = !found.length;
  if (!found.length) return;
  revealOf(found);
  const close = head(box, cell[2], shut);
  for (const e of found) {
    const row = make("div", "", undefined, box), copy = e.cloneNode(true);
    for (const name of ["tabindex", "role", "aria-label", "data-k", "data-cell"]) copy.removeAttribute(name);
    copy.setAttribute("transform", lying ? "rotate(-90)" : "");
    const turned = draw("g", { transform: lying ? "rotate(90)" : "" });
    turned.append(copy);
    draw("svg", { viewBox: "-22 -18 44 36", "aria-hidden": "true" }, row).append(turned);
    page.words(titleOf(e), make("span", "", undefined, row));
    page.aboard(titleOf(e), row);
  }
  putBy(box, cell);
  if (byKey) close.focus();
}

// Show again what stands in the place that is opened.
export const reopen = () => { if (opened) openCell(opened); };

// Empty a box but for its title and a button that closes it.
export function head(box, title, close) {
  box.replaceChildren();
  const x = make("button", "", "✕", make("h2", "", title, box));
  x.setAttribute("aria-label", "Close");
  x.onclick = () => close();
  return x;
}

// Put a box beside a place of the map.
export function putBy(box, cell) {
  const [x, y] = onScreen(cell), wide = $("map").clientWidth, high = $("map").clientHeight;
  const gap = 20 * scale() + 8, left = x < wide / 2 ? x + gap : x - gap - box.offsetWidth;
  box.style.left = Math.max(4, Math.min(wide - box.offsetWidth - 4, left)) + "px";
  box.style.top = Math.max(4, Math.min(high - box.offsetHeight - 4, y - 20)) + "px";
}

export function shut() {
  const name = opened && opened[2];
  openCell(null);
  const e = name && standing(name)[0];
  if (e) e.focus({ preventScroll: true });
}
