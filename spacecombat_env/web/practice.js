// @ts-check
// Games for practice, alone against players: a hint by a level, and a turn taken back.

import { make } from "./board/dom.js";
import * as memory from "./memory.js";
import { notice } from "./people.js";
import { sure } from "./sure.js";

/** @typedef {import("./seat").Seat} Seat */

const readable = name => name.replace(/^scripted:/, "").replaceAll("_", " ").replace("@", ", ");

/** Offer both beside the captain, where the service gives hints. @param {Seat} seat @param {Element} box */
export function offerPractice(seat, box) {
  const levels = seat.joined?.hints || [];
  if (!levels.length || box.querySelector(".advice")) return;
  const b = make("button", "advice", "Hint by", box), list = make("select", "", undefined, box), liked = memory.likes("adviser", levels[0]);
  for (const name of levels) make("option", "", readable(name), list).value = name;
  list.value = levels.includes(liked) ? liked : levels[0];
  list.ariaLabel = "Who gives hints";
  list.onchange = () => memory.like("adviser", list.value);
  b.onclick = () => advise(seat, list.value);
  make("button", "takeback", "Take the turn back", box).onclick = () => takeBack(seat);
}

/** Lay the order out that a level would give; it is not said. @param {Seat} seat @param {string} name */
async function advise(seat, name) {
  const { composer } = seat;
  notice(`${readable(name)} looks at the position ...`);
  try {
    const { words } = await seat.wire.request({ type: "hint", with: name });
    if (!composer || seat.composer !== composer || seat.isSaying) return;
    composer.clear();
    for (const token of words) {
      const word = composer.now.words.find(each => each.token === token);
      if (!word || await composer.push([word])) break;
    }
    notice(`${readable(name)} would say: ${composer.words.map(word => word.text).join(" ")}`);
  } catch (why) { notice(/** @type {Error} */ (why).message); }
}

/** @param {Seat} seat */
async function takeBack(seat) {
  const losses = ["The game goes back to the start of your last turn", "Luck is drawn again"];
  if (await sure("Take the turn back?", losses, "Yes, take it back"))
    seat.wire.send({ type: "propose", id: ++seat.wire.number, game: seat.game, what: "takeback" });
}
