// @ts-check
// The end of a game: who has won and why, and what next.

import { $, make } from "./board/dom.js";
import * as memory from "./memory.js";
import { begin } from "./begin.js";
import { noteResult } from "./career.js";
import { offerLesson } from "./learn.js";
import { linkOf } from "./links.js";
import { HOME, dressed } from "./place.js";
import { verdictOf } from "./track.js";

/** @typedef {import("./types").Wanted} Wanted */

/** The same game with sides exchanged. @param {Wanted} wanted @returns {Wanted} */
export function exchanged(wanted) {
  const seats = Object.keys(wanted.seats), others = [...seats].reverse();
  const swapped = held => Object.fromEntries(seats.map((seat, n) => [seat, held[others[n]]]).filter(each => each[1]));
  return { ...wanted, seats: swapped(wanted.seats), delegate: swapped(wanted.delegate || {}) };
}

/** The game as a file and as an address. @param {Element} parent @param {string} game */
function offerToKeep(parent, game) {
  const box = make("div", "keep", undefined, parent), file = make("a", "", "Download the replay", box);
  file.href = `${HOME}v1/games/${game}/replay`;
  file.download = game + ".json";
  linkOf(box, `${location.origin}${HOME}r/${game}`, "Address of the replay");
}

/**
 * @param {import("./types").Over} over @param {string} game
 * @param {(game: string, invite: Record<string, string>) => void} [invite] sends the other side its invitation to the next game
 */
export async function showEnd(over, game, invite) {
  await dressed("learn.css");
  const kept = memory.game(game), ways = $("ways");
  $("verdict").textContent = verdictOf(over) + (over.outcome ? `: a ${over.outcome} ${over.verdict === "loss" ? "defeat" : "victory"}` : "");
  const by = Math.abs(over.margin || 0), margin = by ? `, ${by} point${by > 1 ? "s" : ""} ${over.margin > 0 ? "ahead" : "behind"}` : "";
  $("reason").textContent = `${over.reason[0].toUpperCase() + over.reason.slice(1)}${margin}, after ${over.turns} turn${over.turns === 1 ? "" : "s"}.${over.tie_break ? " " + over.tie_break : ""}`;
  ways.replaceChildren();
  const way = (text, act) => { make("button", ways.childNodes.length ? "" : "go", text, ways).onclick = act; };
  const wanted = kept && kept.wanted;
  if (wanted) {
    const { title } = kept;
    if (!wanted.from) way("Rematch, sides exchanged", () => begin(exchanged(wanted), { title }, invite));
    way("The same again", () => begin(wanted, { title }, invite));
  }
  const isTold = !wanted?.from; // a game that begins in another one has no replay
  if (isTold) way("See the whole game", () => { location.href = HOME + "r/" + game; });
  way("Another game", () => { location.href = HOME; });
  memory.keep({ id: game, over: verdictOf(over) });
  noteResult(game, over.verdict);
  if ($("end").open) return;
  $("after").replaceChildren();
  if (isTold) { offerLesson($("after"), game); offerToKeep($("after"), game); }
  for (const other of document.querySelectorAll("dialog[open]")) /** @type {any} */ (other).close();
  $("end").showModal();
}
