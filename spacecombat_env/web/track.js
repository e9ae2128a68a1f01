// @ts-check
// Where the turn stands: turn, phases, who is asked.

import { $, make } from "./board/dom.js";

/** @typedef {import("./types").Joined} Joined @typedef {import("./types").Stand} Stand */

/** @param {string} seat */
export const sideOf = seat => {
  const name = seat.replace(/_0$/, "").replaceAll("_", " ");
  return name[0].toUpperCase() + name.slice(1);
};

const VERDICTS = { win: "You have won", loss: "You have lost", draw: "A draw" };

/** @param {import("./types").Over} over */
export const verdictOf = over => VERDICTS[over.verdict] || `${sideOf(over.verdict)} has won`;

/** @param {Joined} joined @param {string} seat */
export function playerOf(joined, seat) {
  const chair = joined.seats[seat];
  if (!chair || chair.come === false) return "nobody yet";
  if (!chair.name) return "Guest";
  return chair.person ? chair.name : chair.name.replace(/^scripted:/, "").replaceAll("_", " ").replace("@", ", ");
}

/** Who plays, the side that is asked marked. @param {Joined} joined @param {Stand} stand @param {string[]} own */
export function showSides(joined, stand, own) {
  const asked = askedSeat(joined, stand), box = $("versus");
  box.replaceChildren();
  Object.keys(joined.seats).forEach((seat, n) => {
    if (n) make("span", "vs", "against", box);
    const p = make("span", "player" + (seat === asked ? " asked" : ""), undefined, box);
    make("b", "seat" + n, sideOf(seat), p);
    const chair = joined.seats[seat], away = chair.person && chair.come && chair.here === false && !own.includes(seat);
    p.classList.toggle("off", !!away);
    make("span", "", playerOf(joined, seat) + (own.includes(seat) ? " (you)" : ""), p);
    if (away) make("span", "away", "away", p);
  });
}

/** Who is asked, as far as a reader knows: itself; the umpire knows of others. @param {Joined} joined @param {Stand} stand */
export const askedSeat = (joined, stand) => stand.type === "ask" ? joined.reader : joined.reader === "umpire" && stand.asked_seat;

/** @param {Joined} joined @param {Stand} stand */
export function showTrack(joined, stand) {
  const box = $("track"), limit = stand.view.turn_limit;
  box.replaceChildren();
  make("b", "turn", stand.turn ? `Turn ${stand.turn}` + (limit ? ` of ${limit}` : "") : "Before the first turn", box);
  const phases = joined.rules.phases && joined.rules.phases.includes(stand.phase) ? joined.rules.phases : [stand.phase];
  const list = make("ol", "phases", undefined, box);
  for (const phase of phases) {
    const e = make("li", "", phase, list);
    if (phase === stand.phase) e.setAttribute("aria-current", "step");
  }
}
