// @ts-check
// The page: a new game or a game, and its light.

import { $ } from "./board/dom.js";
import * as memory from "./memory.js";
import { HOME } from "./place.js";

const LIGHT = "(prefers-color-scheme: light)";

/** The rule of the style sheets that holds the light colours. */
function lightRule() {
  for (const sheet of document.styleSheets) for (const rule of sheet.cssRules)
    if (rule instanceof CSSMediaRule && rule.media.mediaText.includes("color-scheme")) return rule;
  return null;
}
const light = lightRule();

/** @param {string} scheme light, dark, or whatever the reader's machine has */
function dress(scheme) {
  const isLight = scheme ? scheme === "light" : matchMedia(LIGHT).matches;
  if (light) light.media.mediaText = !scheme ? LIGHT : isLight ? "all" : "not all";
  $("scheme").textContent = isLight ? "Dark" : "Light";
  $("scheme").onclick = () => { const next = isLight ? "dark" : "light"; memory.like("scheme", next); dress(next); };
}
dress(memory.likes("scheme", ""));

const game = location.pathname.slice(HOME.length).match(/^g\/([^/]+)$/);
if (game) import("./game.js").then(({ open }) => open(decodeURIComponent(game[1])));
else import("./start.js").then(({ showStart }) => showStart());
$("rules-open").onclick = async () => {
  const { showRules } = await import("./rules.js");
  const facts = await (await fetch(HOME + "v1/games/" + (game ? game[1] : ""))).json();
  showRules(facts.rules.name);
};
addEventListener("hashchange", () => { if (location.hash.includes("key=")) location.reload(); });
