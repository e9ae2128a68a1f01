// @ts-check
// Games as things: a replay file is opened here, and a finished game is played on from any moment.

import { make } from "./board/dom.js";
import { banner } from "./banner.js";
import { begin, post } from "./begin.js";
import { showCareer } from "./career.js";
import * as memory from "./memory.js";
import { HOME, dressed } from "./place.js";
import { sideOf } from "./track.js";

/** @param {Element} parent @param {any} catalog */
export async function showThings(parent, catalog) {
  await dressed("things.css");
  showCareer(parent, catalog);
  const box = make("section", "card", undefined, parent);
  make("h2", "", "Recorded games", box);
  offerImport(box);
  offerToGoOn(parent, catalog);
}

/** Offer to open a replay file. @param {Element} parent */
function offerImport(parent) {
  const label = make("label", "import", "Open a replay file ", parent), field = make("input", "", undefined, label);
  Object.assign(field, { type: "file", accept: ".json,.gz,application/json", className: "replay-file" });
  field.onchange = () => field.files[0] && take(field.files[0]);
}

/** @param {File} file */
async function take(file) {
  banner("The replay is checked ...");
  const packed = file.name.endsWith(".gz"), stream = file.stream();
  // As it is: its seed is larger than numbers are here.
  const text = await new Response(packed ? stream.pipeThrough(new DecompressionStream("gzip")) : stream).text().catch(() => "");
  const answer = await post("v1/replays", text);
  if (!answer) return banner("The service does not answer.");
  const content = await answer.json();
  if (!answer.ok) return banner(`${file.name} cannot be opened: ${content.error}`);
  location.href = HOME + "r/" + content.game;
}

/** The card of a game that is to go on from a moment, which the address names. @param {Element} parent @param {any} catalog */
async function offerToGoOn(parent, catalog) {
  const from = new URLSearchParams(location.hash.slice(1)), game = from.get("from");
  const answer = game && await fetch(`${HOME}v1/games/${game}`).catch(() => null), facts = answer && answer.ok && await answer.json();
  const rules = facts && catalog.rules.find(each => each.name === facts.rules.name);
  if (!game || !rules || !parent.isConnected) return;
  const form = make("form", "card on"), turn = Number(from.get("turn"));
  make("h2", "", `Play on from ${turn ? "turn " + turn : "the beginning"} of ${facts.scenario.title}`, form);
  make("p", "about", "The position is dealt again as your side knew it, with other dice.", form);
  const field = (title, entries) => {
    const found = make("select", "", undefined, make("label", "field-of", title, form));
    for (const [name, text] of entries) make("option", "", text, found).value = name;
    return found;
  };
  const side = field("You are", rules.seats.map(seat => [seat, sideOf(seat)]));
  const against = field("Against", rules.opponents.map(each => [each.name, each.title.replaceAll("_", " ").replace("@", ", ")]));
  if (rules.seats.includes(from.get("seat"))) side.value = from.get("seat");
  make("button", "go", "Play on", form);
  form.onsubmit = e => {
    e.preventDefault();
    const person = memory.likes("person", "") || "Player";
    const seats = Object.fromEntries(rules.seats.map(seat => [seat, seat === side.value ? { person } : { player: against.value }]));
    const wanted = /** @type {any} */ ({ from: { game, decision: Number(from.get("decision")) || 0 }, seats });
    begin(wanted, { title: `${facts.scenario.title} · ${facts.rules.title}, played on` });
  };
  parent.prepend(form);
  form.querySelector("select")?.focus();
}
