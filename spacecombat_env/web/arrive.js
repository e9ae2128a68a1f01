// @ts-check
// A guest arrives by a link: what is played and against whom, under what name; or the seat is taken.

import { $, make } from "./board/dom.js";
import * as memory from "./memory.js";
import { HOME } from "./place.js";
import { sideOf } from "./track.js";

/** @param {string} game */
export const factsOf = async game => (await fetch(HOME + "v1/games/" + game)).json().catch(() => ({}));

function card(title, text) {
  const box = $("arrive");
  box.replaceChildren();
  make("h2", "", title, box).id = "arrive-title";
  make("p", "", text, box);
  return box;
}

function show(box) {
  $("title").textContent = "Invitation";
  if (!box.open) box.showModal();
}

/** Where one may look on, and home. */
function ways(box, game, facts) {
  const row = make("div", "ways", undefined, box), way = (text, to, cls = "") => {
    make("button", cls, text, row).onclick = () => { location.href = to; };
  };
  if (facts.watch === "public" || facts.over) way(facts.over ? "See the whole game" : "Look on instead", HOME + (facts.over ? "r/" : "g/") + game, "go");
  else make("p", "", "This game has no spectators.", box);
  way("All games", HOME);
  box.oncancel = e => e.preventDefault();
}

/**
 * Ask a guest for a name.
 * @param {string} game @param {string} seat @param {any} facts @param {(name: string) => void} come
 */
export function arrive(game, seat, facts, come) {
  const host = Object.entries(facts.seats).find(([other]) => other !== seat);
  const against = host && host[1].name ? `, against ${host[1].name}` : "";
  const box = card(`You are invited to play ${sideOf(seat)}`, `${facts.scenario.title} · ${facts.rules.title}${against}.`);
  const form = make("form", "arrival", undefined, box), label = make("label", "field-of", "Your name", form);
  const field = make("input", "", undefined, label);
  Object.assign(field, { name: "person", maxLength: 40, value: memory.likes("person", "") || "Guest", placeholder: "as others read it" });
  const row = make("div", "ways", undefined, form);
  make("button", "go", `Play ${sideOf(seat)}`, row);
  if (facts.watch === "public") Object.assign(make("button", "", "Only look on", row), { type: "button", onclick: () => location.reload() });
  form.onsubmit = e => {
    e.preventDefault();
    const name = field.value.trim() || "Guest";
    memory.like("person", name === "Guest" ? undefined : name);
    box.close();
    come(name);
  };
  box.oncancel = e => e.preventDefault();
  show(box);
  field.select();
}

/** Say that somebody else holds the seat. @param {string} game @param {string} seat */
export async function taken(game, seat) {
  const facts = await factsOf(game);
  if (!facts.seats) return;
  const who = facts.seats[seat]?.name, box = card(`${sideOf(seat)} is taken`,
    `This invitation has been used${who ? `: ${who} plays ${sideOf(seat)}` : ""}. If that was you, go on in the browser that you used, or open your own link for another device from there.`);
  ways(box, game, facts);
  for (const id of ["main", "resign", "standing-open", "people-open"]) $(id).hidden = true;
  show(box);
}
