// @ts-check
// What lies where in a game: the console as a strip or in the column, by the shape of the board; tabs.

import { $, page } from "./board/dom.js";
import { steer } from "./board/camera.js";
import { liesIn } from "./board/map.js";

const STRIP = [340, 132], ASIDE = [0.345, 0]; // pixels beside and below the map; the share beside it
const BETTER = 1.06; // how much larger the board must be for the console to stand beside it
const FEW = 12, MORE = 24; // choices that the strip has, and that the column has before it needs a scroll bar

/** The most choices that are shown with those that may follow them. */
export const most = () => $("main").classList.contains("aside") ? MORE : FEW;

/** The scale at which a board of a shape fits a window. @param {number} a @param {number} b @param {number} wide @param {number} high */
const fit = (a, b, wide, high) => liesIn(a / b, wide, high) ? Math.min(wide / b, high / a) : Math.min(wide / a, high / b);

page.laid = (a, b) => {
  const main = $("main"), wide = main.clientWidth, high = main.clientHeight;
  const below = fit(a, b, wide - STRIP[0], high - STRIP[1]), beside = fit(a, b, wide * (1 - ASIDE[0]), high);
  const sheets = !$("beside").hidden;
  main.classList.toggle("aside", wide > 1000 && !sheets && beside > BETTER * below);
  $(sheets ? "ships" : "game").prepend($("panels")); // sheets take the place of the lists
};

/** Too many choices for the strip are a list in the column. */
function count() {
  $("main").classList.toggle("long", $("choices").querySelectorAll("button.word, button.digit, input").length > FEW || !!$("choices").querySelector(".launches"));
}
new MutationObserver(count).observe($("choices"), { childList: true, subtree: true });

const tabs = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".tabs [role=tab]:not([hidden])")]);

/** Show a panel of the column. @param {string} name */
export function showTab(name) {
  for (const tab of document.querySelectorAll(".tabs [role=tab]")) {
    const own = String(tab.getAttribute("aria-controls")), isOpen = own === name;
    tab.setAttribute("aria-selected", String(isOpen));
    /** @type {any} */ (tab).tabIndex = isOpen ? 0 : -1;
    $(own).hidden = !isOpen;
  }
  $("main").classList.toggle("game", name === "game");
}
for (const tab of document.querySelectorAll(".tabs [role=tab]"))
  tab.addEventListener("click", () => showTab(String(tab.getAttribute("aria-controls"))));
document.querySelector(".tabs")?.addEventListener("keydown", e => {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[/** @type {KeyboardEvent} */ (e).key], all = tabs();
  if (!by) return;
  e.preventDefault();
  const next = all[(all.indexOf(/** @type {any} */ (document.activeElement)) + by + all.length) % all.length];
  next.focus();
  next.click();
});
showTab("game");

$("menu").onclick = () => $("menu").setAttribute("aria-expanded", String($("menu").getAttribute("aria-expanded") !== "true"));
addEventListener("click", e => { if (e.target !== $("menu")) $("menu").setAttribute("aria-expanded", "false"); });

$("map").addEventListener("keydown", e => {
  const next = { f: "follow", m: "whole" }[e.key];
  if (!next || e.ctrlKey || e.metaKey || e.altKey) return;
  e.preventDefault();
  e.stopPropagation();
  steer(next);
});
