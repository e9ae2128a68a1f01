// @ts-check
// The dialog of standing orders, loaded when it is opened.

import { $, make } from "./board/dom.js";
import { UNTIL } from "./standing.js";

const named = asked => asked.replaceAll("_", " ");

/** @param {import("./seat").Seat} seat @param {() => void} changed */
export function showOrders(seat, changed) {
  const box = $("orders"), kinds = seat.joined?.kinds || [], own = seat.standing;
  box.replaceChildren();
  make("p", "", "Each line is a group of questions. What you leave to the captain, a player of the service answers for you until then; the other side does not see it.", box);
  const held = { ...seat.stand?.standing };
  for (const each of [...kinds].sort((a, b) => Number(a.settled) - Number(b.settled))) kind(box, each, held, seat);
  if (own.met.size) make("h3", "", "Single questions, and words said at once", box);
  for (const [asked, { question, words }] of own.met) {
    const met = make("div", "met", undefined, box);
    const keep = (name, set, what) => [set.has(what), is => { own.keep(name, set, what, is); changed(); }];
    row(met, `captain: ${named(asked)}`, question, ...keep(own.captain, own.answered, asked));
    for (const word of words) row(met, `at once: ${word}`, "", ...keep(own.habit, own.habits, `${asked}: ${word}`));
  }
  $("standing").showModal();
}

function kind(box, { name, questions, settled, title }, held, seat) {
  const label = make("label", "held", undefined, box);
  make("b", "", named(name), label);
  const field = make(settled ? "i" : "select", "", settled ? "settled for this game" : undefined, label);
  make("small", "", settled ? `Standing order: ${title}.` : `Questions: ${questions.map(named).join(", ")}.`, label);
  if (settled) return;
  make("option", "", "I decide", field).value = "";
  for (const [until, text] of UNTIL.slice(1)) make("option", "", "captain: " + text, field).value = until;
  field.value = held[name] || "";
  field.onchange = () => {
    if (field.value) held[name] = field.value; else delete held[name];
    seat.leave(held);
  };
}

function row(box, title, about, is, keep) {
  const label = make("label", about ? "switch" : "switch habit", undefined, box), field = make("input", "", undefined, label);
  field.type = "checkbox";
  field.checked = is;
  field.onchange = () => keep(field.checked);
  make("b", "", title, label);
  if (about) make("small", "", about, label);
}
