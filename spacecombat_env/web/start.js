// @ts-check
// The first page: games to go on with, scenarios to choose from, and how the next game is played.

import { $, make } from "./board/dom.js";
import { banner } from "./banner.js";
import { begin } from "./begin.js";
import { showDetails } from "./details.js";
import * as memory from "./memory.js";
import { showGames } from "./mine.js";
import { HOME, dressed } from "./place.js";
import { advised, cards, ownScenarios } from "./scenarios.js";
import { sideOf } from "./track.js";

const LINK = "a person, by a link", HERE = "a person, at this screen", UMPIRE = "umpire";
const CLOCKS = [["null", "no clock"], ['{"kind":"order","order_ms":60000}', "a minute an order"],
  ['{"kind":"bank","order_ms":30000,"bank_ms":900000}', "30 seconds an order, 15 minutes besides"]];
const CHATS = [["free", "set phrases and free text"], ["phrases", "set phrases"], ["off", "none"]];
/** @type {any} */
let catalog = null;
const chosen = { rules: "", scenario: "", seat: "", against: "", first: "", clock: "null", chat: "free", watched: true, options: {} };
/** @type {{name: string, ruleset: string, about?: string}[]} */
let tutorials = [];

export async function showStart() {
  $("start").hidden = false;
  $("title").textContent = "Play";
  banner("The service is starting ...");
  const found = await Promise.all(["v1/catalog", "static/tutorials/index.json"].map(async path =>
    (await fetch(HOME + path)).json())).catch(() => null);
  await dressed("lobby.css");
  if (!found) return banner("The service does not answer.");
  banner();
  [catalog, tutorials] = found;
  chosen.rules = memory.likes("rules", catalog.rules[0].name);
  if (!catalog.rules.some(each => each.name === chosen.rules)) chosen.rules = catalog.rules[0].name;
  write();
}

const rules = () => catalog.rules.find(each => each.name === chosen.rules);
const scenarios = () => [...rules().scenarios, ...ownScenarios(chosen.rules)];
const scenario = () => scenarios().find(each => each.name === chosen.scenario);

function write() {
  const box = $("start"), own = rules(), kept = memory.likes("scenario " + own.name, own.scenario);
  box.replaceChildren();
  if (!scenario()) chosen.scenario = scenarios().some(each => each.name === kept) ? kept : own.scenarios[0].name;
  const left = make("div", "lobby", undefined, box);
  showGames(make("section", "card", undefined, left));
  teachers(left);
  const things = make("div", "things", undefined, left);
  import("./things.js").then(({ showThings }) => showThings(things, catalog));
  const shelf = make("section", "card shelf", undefined, left);
  make("h2", "", "Scenarios", shelf);
  choice(shelf, "Rules", catalog.rules.map(each => [each.name, each.title, `${each.scenarios.length} scenarios`]), chosen.rules, name => {
    Object.assign(chosen, { rules: name, scenario: "", seat: "", against: "", first: "", options: {} });
    memory.like("rules", name);
    write();
    $("start").querySelector("[name=Rules]:checked").focus();
  });
  make("p", "about", `Hidden: ${own.hidden.replace(/^yes: /, "")}.`, shelf);
  cards(shelf, own, chosen.scenario, choose, write);
  const form = make("form", "card new", undefined, box);
  form.onsubmit = e => { e.preventDefault(); play(); };
  fillForm(form);
}

/** Another scenario: the form is about it. @param {string} name */
function choose(name) {
  Object.assign(chosen, { scenario: name, against: "", first: "", options: {} });
  if (!scenario().content) memory.like("scenario " + rules().name, name);
  fillForm($("start").querySelector("form.new"));
}

function fillForm(form) {
  const own = rules(), it = scenario();
  form.replaceChildren();
  const seats = [...own.seats, UMPIRE];
  chosen.seat = seats.includes(chosen.seat) ? chosen.seat : own.seats[0];
  make("h2", "", it.title, form);
  make("p", "about", it.about, form);
  const details = make("div", "details", undefined, form);
  choice(form, "You are", seats.map(seat => [seat, sideOf(seat), seat === UMPIRE ? "sees all" : ""]), chosen.seat, seat => {
    chosen.seat = seat;
    fillForm(form);
    form.querySelector("[name='You are']:checked").focus();
  });
  showDetails(details, own, it, chosen, (name, options) => { chosen.options = options; if (name) { chosen.scenario = name; write(); } });
  const name = make("label", "field-of", "Your name", form), field = make("input", "", undefined, name);
  Object.assign(field, { name: "person", value: memory.likes("person", ""), maxLength: 40, placeholder: "as others read it" });
  opponents(form, own, it);
  tick(form, "rated", "Rated", "against an opponent with an Elo; no hints, no turn taken back", memory.likes("rated", false));
  const more = make("details", "delegate", undefined, form);
  make("summary", "", "Clock, chat, spectators", more);
  select(more, "Time of people", CLOCKS, chosen.clock, clock => { chosen.clock = clock; });
  select(more, "Chat with people", CHATS, chosen.chat, chat => { chosen.chat = chat; });
  tick(more, "watched", "Spectators may look on", "whoever has the address sees what both sides know", chosen.watched).onchange =
    e => { chosen.watched = e.target.checked; };
  orders(form, own);
  make("button", "go", "Begin", form);
}

/** Who plays the other side; for an umpire, both. */
function opponents(form, own, it) {
  const fitting = own.opponents.filter(each => !it.opponents || it.opponents.includes(each.name));
  const best = advised(fitting), named = each => readable(each.title) + (each.rating ? ` (Elo ${Math.round(each.rating)})` : "");
  const players = [...fitting.map(each => [each.name, named(each) + (each === best ? ", try this one" : "")]), [LINK, LINK]];
  const isUmpire = chosen.seat === UMPIRE;
  if (isUmpire) select(form, `${sideOf(own.seats[0])} is played by`, players, chosen.first || (chosen.first = best.name), name => { chosen.first = name; });
  else players.push([HERE, HERE]);
  if (!players.some(([name]) => name === chosen.against)) chosen.against = best.name;
  select(form, isUmpire ? `${sideOf(own.seats[1])} is played by` : "Against", players, chosen.against, name => { chosen.against = name; });
  make("p", "about", "Elo measures strength against the other opponents of this list: 100 points more win about 64 of 100 games.", form);
}

const readable = title => title.replace(/^\w+_\w+, /, "").replaceAll("_", " ").replace("@", ", ").replace(/^./, first => first.toUpperCase());

function orders(form, own) {
  const box = make("details", "delegate", undefined, form);
  make("summary", "", "Standing orders: what you are not asked about", box);
  make("p", "about", "Settled for the whole game; the usual ones are set. What you leave open the captain may take over later.", box);
  const usual = memory.likes("delegate " + own.name, own.recommended);
  for (const each of own.delegable) tick(box, "delegate", each.name.replaceAll("_", " "), each.title, usual.includes(each.name)).value = each.name;
}

function tick(parent, name, text, about, checked) {
  const label = make("label", "switch", undefined, parent), field = make("input", "", undefined, label);
  Object.assign(field, { type: "checkbox", name, checked });
  make("b", "", text, label);
  make("small", "", about, label);
  return field;
}

function choice(form, title, entries, value, act) {
  const box = make("fieldset", "", undefined, form);
  make("legend", "", title, box);
  for (const [name, text, more] of entries) {
    const label = make("label", "card-of", undefined, box), field = make("input", "", undefined, label);
    Object.assign(field, { type: "radio", name: title, value: name, checked: name === value });
    field.onchange = () => act(name);
    make("b", "", text, label);
    if (more) make("small", "", more, label);
  }
}

function select(form, title, entries, value, act) {
  const label = make("label", "field-of", title, form), field = make("select", "", undefined, label);
  for (const [name, text] of entries) make("option", "", text, field).value = name;
  field.name = title;
  field.value = value;
  field.onchange = () => act(field.value);
}

function play() {
  const form = $("start").querySelector("form.new"), person = form.elements.namedItem("person").value.trim() || "Player";
  const own = rules(), it = scenario(), delegate = [...form.querySelectorAll("[name=delegate]:checked")].map(field => field.value);
  memory.like("person", person);
  memory.like("delegate " + own.name, delegate);
  const seats = /** @type {Record<string, any>} */ ({}), given = /** @type {Record<string, string[]>} */ ({});
  own.seats.forEach((seat, n) => {
    const who = seat === chosen.seat ? "" : chosen.seat === UMPIRE && !n ? chosen.first : chosen.against;
    seats[seat] = !who ? { person } : who === LINK ? { person: null } : who === HERE ? { person: "second player" } : { player: who };
    if (!seats[seat].player) given[seat] = delegate;
  });
  const rating = chosen.seat === UMPIRE ? undefined : own.opponents.find(each => each.name === chosen.against)?.rating;
  const rated = form.elements.namedItem("rated").checked;
  memory.like("rated", rated);
  begin({
    ruleset: own.name, scenario: it.content || it.name, seats, delegate: given, clock: JSON.parse(chosen.clock), chat: chosen.chat,
    ...(Object.keys(chosen.options).length ? { options: chosen.options } : {}), ...(chosen.watched ? {} : { watch: "nobody" }),
    ...(chosen.seat === UMPIRE ? { umpire: person } : {}), ...(rated && rating ? { rated } : {}),
  }, { title: `${it.title} · ${own.title}`, ...(rating ? { rating } : {}) });
}

function teachers(parent) {
  const titles = new Map(catalog.rules.map(each => [each.name, each.title]));
  const own = tutorials.filter(each => titles.has(each.ruleset));
  if (!own.length) return;
  const box = make("section", "card teachers", undefined, parent);
  make("h2", "", "New here? Learn a game by playing it", box);
  make("p", "about", "Each lesson comes at the question it is about; no rules to read first.", box);
  const list = make("div", "lessons", undefined, box);
  for (const each of own) {
    const text = [titles.get(each.ruleset), each.about].filter(Boolean).join(": ");
    make("button", "", text, list).onclick = async () => {
      const lesson = await (await fetch(`${HOME}static/tutorials/${each.name}.json`)).json();
      begin(lesson.game, { title: lesson.title, tutorial: each.name });
    };
  }
}
