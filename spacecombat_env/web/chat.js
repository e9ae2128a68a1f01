// @ts-check
// What people at the table write to each other: set phrases, and free text where the game has it.

import { $, make } from "./board/dom.js";
import * as memory from "./memory.js";
import { playerOf, sideOf } from "./track.js";

/** @typedef {import("./seat").Seat} Seat @typedef {import("./types").Line} Line */

const MOST = 200; // characters
/** @type {Map<number, Line>} */
const lines = new Map();
let kind = "off", phrases = /** @type {string[]} */ ([]), unread = 0, isCaughtUp = false;

/** Take in lines; the last one that is news. @param {Seat} seat @param {any} m @returns {string} */
export function hearChat(seat, m) {
  ({ kind, phrases } = m);
  const fresh = m.lines.filter(line => !lines.has(line.n));
  for (const line of fresh) lines.set(line.n, line);
  const others = fresh.filter(line => line.reader !== seat.reader), last = others[others.length - 1];
  const isNews = isCaughtUp && last && !memory.likes("mute", false) && !isShown();
  isCaughtUp = true;
  if (!isNews) return "";
  unread += others.length;
  badge();
  return `${nameOf(seat, last.reader)}: ${last.text}`;
}

const nameOf = (seat, reader) => seat.joined && seat.joined.seats[reader]?.name ? playerOf(seat.joined, reader) : sideOf(reader);

/** Whether the chat is in view: on the card, or in the column beside the map. */
const isShown = () => $("talk").offsetParent !== null;

function badge() {
  for (const id of ["people-open", "tab-chat"]) $(id).dataset.unread = unread ? String(unread) : "";
}

/** @param {Seat} seat */
export function writeChat(seat) {
  const box = $("talk"), list = $("chat-lines"), home = $($("table").open ? "talk-here" : "chat");
  const chairs = Object.entries(/** @type {any} */ (seat.joined).seats), isAlone = !chairs.some(([reader, chair]) => chair.person && reader !== seat.reader);
  box.hidden = $("tab-chat").hidden = kind === "off" || (isAlone && !lines.size);
  if (box.parentElement !== home) home.append(box);
  if (isShown()) { unread = 0; badge(); }
  const seats = Object.keys(/** @type {any} */ (seat.joined).seats);
  $("tab-chat").onclick = () => writeChat(seat);
  list.replaceChildren();
  for (const line of [...lines.values()].sort((a, b) => a.n - b.n)) {
    const e = make("li", "", undefined, list);
    make("b", "seat" + seats.indexOf(line.reader), nameOf(seat, line.reader), e);
    e.append(" " + line.text);
  }
  list.scrollTop = list.scrollHeight;
  const form = $("chat-form");
  form.hidden = seat.reader === "public";
  $("chat-text").hidden = $("chat-send").hidden = kind !== "free";
  const own = `${kind} ${phrases.join()} ${seat.reader}`;
  if (form.dataset.now === own) return;
  form.dataset.now = own;
  $("phrases").replaceChildren();
  const say = text => seat.wire.send({ type: "chat", id: ++seat.wire.number, game: seat.game, text });
  for (const phrase of phrases) Object.assign(make("button", "", phrase, $("phrases")), { type: "button", onclick: () => say(phrase) });
  form.onsubmit = e => {
    e.preventDefault();
    const field = $("chat-text"), text = field.value.trim().slice(0, MOST);
    if (text) say(text);
    field.value = "";
  };
}

$("mute").checked = memory.likes("mute", false);
$("mute").onchange = () => memory.like("mute", $("mute").checked || undefined);
