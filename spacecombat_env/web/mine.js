// @ts-check
// The games of this browser: the open ones first, with whose move it is as far as their seat may know.

import { make } from "./board/dom.js";
import * as memory from "./memory.js";
import { HOME } from "./place.js";
import { sideOf } from "./track.js";

const ASKED = 8; // open games that are asked after

/** @param {HTMLElement} box */
export function showGames(box) {
  box.replaceChildren();
  make("h2", "", "Your games", box);
  const kept = memory.games(), open = kept.filter(game => !game.over), rows = make("div", "scroll", undefined, box);
  for (const game of [...open, ...kept.filter(game => game.over)]) row(rows, game, () => showGames(box));
  if (!kept.length) make("p", "empty", "None yet. They are listed here, in this browser only.", rows);
  ask(rows, open.slice(0, ASKED));
}

function row(list, game, again) {
  const line = make("div", "kept", undefined, list), link = make("a", "", game.title || game.id, line);
  line.dataset.game = game.id;
  link.href = HOME + "g/" + game.id;
  const who = Object.keys(game.keys).map(sideOf).join(" and ");
  make("small", "", [who, game.over, new Date(game.when).toLocaleDateString()].filter(Boolean).join(" · "), line);
  make("span", "move", game.over ? "" : "open", line);
  const x = make("button", "link", "forget", line);
  x.setAttribute("aria-label", "Forget " + (game.title || game.id));
  x.onclick = () => { memory.forget(game.id); again(); };
}

/** What the service says to each seat of a game: one at a time. @param {HTMLElement} list @param {import("./types").Kept[]} open */
async function ask(list, open) {
  for (const game of open) {
    const line = /** @type {HTMLElement | null} */ (list.querySelector(`[data-game="${CSS.escape(game.id)}"]`));
    const said = await Promise.all(Object.entries(game.keys).map(([reader, key]) => summary(game.id, reader, key)));
    if (!line || !line.isConnected) return;
    const mark = /** @type {HTMLElement} */ (line.querySelector(".move")), mine = said.find(each => each.asked);
    const found = mine || said.find(each => each.turn !== undefined) || said[0];
    if (!found) continue;
    line.classList.toggle("yours", !!mine);
    const turn = found.turn ? `turn ${found.turn}` : "before turn 1";
    mark.textContent = found.error ? "not here any more" : found.over ? "over" : `${turn}: ${mine ? "your move" : "waiting"}`;
    mark.title = mine ? mine.question : "";
    if (mine) list.prepend(line);
  }
}

async function summary(game, reader, key) {
  const answer = await fetch(`${HOME}v1/games/${game}/seat?reader=${reader}`, { headers: { Authorization: "Bearer " + key } }).catch(() => null);
  return answer ? answer.json() : {};
}
