// @ts-check
// The people at the table: who is here, the invitation, links, what is written and proposed.

import { $, make } from "./board/dom.js";
import { later } from "./later.js";
import { addressOf, isLoopback, linkOf } from "./links.js";
import * as memory from "./memory.js";
import { HOME } from "./place.js";
import { playerOf, sideOf } from "./track.js";

/** @typedef {import("./seat").Seat} Seat @typedef {import("./types").Chair} Chair */

const TEXTS = { draw: "a draw", void: "to call the game off", takeback: "to take this turn back" };
const ASKS = { draw: "Offer a draw", void: "Call the game off", takeback: "Take this turn back" };
const SHORT = 6000; // milliseconds that a notice stands
/** @type {{seat: Seat | null, watching: number, offer: any, next: any, isShown: boolean}} */
const table = { seat: null, watching: 0, offer: null, next: null, isShown: false };
/** Readers of whom it was said that they are away. @type {Set<string>} */
const gone = new Set();
let late = 0;

/** Say something that passes. @param {string} text @param {string} [act] @param {() => void} [does] */
export function notice(text, act, does) {
  const box = $("notice");
  box.replaceChildren(text);
  if (act) make("button", "go", act, box).onclick = () => { box.hidden = true; if (does) does(); };
  box.hidden = false;
  clearTimeout(late);
  if (!act) late = setTimeout(() => { box.hidden = true; }, SHORT);
}

/** A seat whose invitation nobody has taken up. @param {Seat} seat @returns {string | undefined} */
export const awaited = seat => seat.joined && !seat.over
  ? Object.entries(seat.joined.seats).find(([, chair]) => chair.person && chair.come === false)?.[0] : undefined;

/** The key of a seat that this page invites somebody to. @param {Seat} seat @param {string} other @returns {string | undefined} */
export const invitation = (seat, other) => memory.game(seat.game)?.invite?.[other];

/** Whether the service has told of the chat, which is loaded then. */
let isChatted = false;
const chat = later(() => import("./chat.js"));

/** What the service tells of people; whether that may change what is shown. @param {Seat} seat @param {any} m */
export function hear(seat, m) {
  const { joined } = seat;
  if (!joined) return;
  if (!table.seat || table.seat.reader === "public" || !table.seat.wire.isIn) table.seat = seat;
  if (m.type === "presence") changed(seat, m);
  if (m.type === "chat") isChatted = true;
  if (m.type === "chat") chat(({ hearChat }) => { const text = hearChat(seat, m); if (text) notice(text); });
  if (m.type === "proposal") proposed(seat, m);
  if (m.type === "rematch") invited(seat, m);
  write();
}

/** @param {Seat} seat @param {any} m */
function changed(seat, m) {
  const joined = /** @type {any} */ (seat.joined), before = joined.seats;
  table.watching = m.watching;
  joined.seats = m.seats;
  for (const [other, chair] of Object.entries(/** @type {Record<string, Chair>} */ (m.seats))) {
    const was = before[other], who = `${sideOf(other)} (${playerOf(joined, other)})`;
    if (other === seat.reader || !chair.person || !was) continue;
    if (chair.come && was.come === false) { notice(`${who} has come.`); close(); }
    else if (was.here && !chair.here) { gone.add(other); notice(`${who} is away.`); }
    else if (chair.here && gone.delete(other)) notice(`${who} is here again.`);
  }
  const other = awaited(seat);
  if (other && invitation(seat, other) && !table.isShown) { table.isShown = true; open(); }
}

/** @param {Seat} seat @param {any} m */
function proposed(seat, m) {
  if (table.offer && table.offer.number > m.number) return;
  table.offer = m.state === "open" ? m : null;
  const who = m.seat === seat.reader ? "You propose" : `${sideOf(m.seat)} proposes`;
  if (m.state === "accepted" && m.what === "takeback") return void setTimeout(() => location.reload(), 300);
  if (m.state !== "open") { notice(`The proposal of ${TEXTS[m.what].replace(/^to /, "")} was ${m.state}.`); return; }
  if (m.seat === seat.reader || seat.reader === "public") { notice(`${who} ${TEXTS[m.what]}.`); return; }
  notice(`${who} ${TEXTS[m.what]}.`, "Answer", open);
}

/** The other side has made the next game. @param {Seat} seat @param {any} m */
function invited(seat, m) {
  table.next = m.next;
  const go = () => { location.href = `${HOME}g/${m.next.game}#seat=${m.next.seat}&key=${m.next.key}`; };
  if ($("end").open) { make("button", "go", "Play the rematch", $("ways")).onclick = go; return; }
  notice("The other side asks for a rematch.", "Play it", go);
}

/** Send the other side its invitation to the next game. @param {Seat} seat @param {string} game @param {Record<string, string>} invite */
export function rematch(seat, game, invite) {
  for (const [other, key] of Object.entries(invite))
    seat.wire.send({ type: "rematch", id: ++seat.wire.number, game: seat.game, next: { game, seat: other, key } });
}

export function open() {
  if ($("table").open || document.querySelector("dialog[open]")) return;
  $("table").showModal();
  write();
}

function close() { if ($("table").open && document.activeElement?.id !== "chat-text") $("table").close(); }

/** Write the card anew, but for what is being typed. */
export function write() {
  const { seat } = table, joined = seat && seat.joined;
  $("people-open").hidden = !joined;
  if (!seat || !joined) return;
  const other = awaited(seat), key = other && invitation(seat, other);
  $("people-open").textContent = key ? `Invite ${sideOf(other || "")}` : "Table";
  $("people-open").classList.toggle("go", !!key || !!table.offer);
  $("table-title").textContent = key ? `${sideOf(other || "")} is waited for` : "At the table";
  invite(seat, other, key);
  who(seat);
  offers(seat);
  if (isChatted) chat(({ writeChat }) => writeChat(seat));
}

/** The invitation, while it is open; links for others. @param {Seat} seat @param {string | undefined} other @param {string | undefined} key */
function invite(seat, other, key) {
  const box = $("invite"), now = `${other} ${key} ${seat.reader}`;
  if (box.dataset.now === now) return;
  box.dataset.now = now;
  box.replaceChildren();
  if (other && key) {
    make("p", "", `Send this link, or let it be scanned. Whoever opens it plays ${sideOf(other)}; it works once.`, box);
    linkOf(box, addressOf(seat.game, other, key), `Link for ${sideOf(other)}`, true);
    if (isLoopback()) make("p", "warning", `${location.hostname} is this computer alone: nobody else can open this link. For others, start the service with --host and --allow-host, and open this page by that address.`, box);
  }
  if (seat.joined && /** @type {any} */ (seat.joined).watch === "public") {
    make("h3", "", "Spectators see what both sides know", box);
    linkOf(box, addressOf(seat.game), "Link for spectators");
  }
  if (seat.reader === "public") return;
  const own = make("details", "", undefined, box);
  make("summary", "", "Go on from another device", own);
  make("p", "", "Your own link. Whoever has it plays for you: send it to nobody.", own);
  own.ontoggle = () => {
    if (own.open && !own.querySelector(".linked")) linkOf(own, addressOf(seat.game, seat.reader, seat.wire.key), "Your own link", true);
  };
}

/** @param {Seat} seat */
function who(seat) {
  const joined = /** @type {any} */ (seat.joined), list = $("who");
  list.replaceChildren();
  Object.keys(joined.seats).forEach((reader, n) => {
    const chair = joined.seats[reader], e = make("li", chair.here ? "here" : "away", undefined, list);
    make("b", "seat" + n, sideOf(reader), e);
    e.append(" " + playerOf(joined, reader) + (reader === seat.reader ? " (you)" : ""));
    make("small", "", !chair.person ? "plays by itself" : chair.come === false ? "link not opened yet" : chair.here ? "here" : "away", e);
  });
  if (table.watching) make("li", "here", `${table.watching} ${table.watching > 1 ? "look" : "looks"} on`, list);
}

/** What both sides may agree on. @param {Seat} seat */
function offers(seat) {
  const box = $("agree"), joined = /** @type {any} */ (seat.joined), offer = table.offer;
  const sides = Object.entries(joined.seats).filter(([reader]) => reader !== "umpire");
  const can = seat.reader in joined.seats && seat.reader !== "umpire" && !seat.over && sides.every(([, chair]) => chair.person && chair.come);
  box.hidden = !can;
  const now = can ? JSON.stringify(offer) : "";
  if (box.dataset.now === now) return;
  box.dataset.now = now;
  box.replaceChildren();
  const button = (text, cls, message) => { make("button", cls, text, box).onclick = () => seat.wire.send({ id: ++seat.wire.number, game: seat.game, ...message }); };
  if (!offer) {
    make("h3", "", "Needs the consent of both", box);
    for (const [what, text] of Object.entries(ASKS)) button(text, "", { type: "propose", what });
    return;
  }
  const own = offer.seat === seat.reader;
  make("h3", "", own ? `You propose ${TEXTS[offer.what]}` : `${sideOf(offer.seat)} proposes ${TEXTS[offer.what]}`, box);
  if (offer.what === "takeback") make("p", "", "Both go back to the start of this turn; luck is drawn again, and the game is not rated.", box);
  if (!own) button("Accept", "go", { type: "answer", number: offer.number, accepts: true });
  button(own ? "Withdraw" : "Decline", "", { type: "answer", number: offer.number, accepts: false });
}

$("people-open").onclick = open;
$("table").addEventListener("close", write);
