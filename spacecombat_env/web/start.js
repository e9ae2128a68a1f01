// @ts-check
// The first page: what to play, which side, against whom; the games of this browser.

import { $, make } from "./board/dom.js";
import { banner, begin } from "./begin.js";
import { showCareer } from "./career.js";
import * as memory from "./memory.js";
import { HOME } from "./place.js";
import { offerImport, offerToGoOn } from "./things.js";
import { sideOf } from "./track.js";

const LINK = "a person, by a link", HERE = "a person, at this screen";
const CLOCKS = [["null", "no clock"], ['{"kind":"order","order_ms":60000}', "a minute an order"],
  ['{"kind":"bank","order_ms":30000,"bank_ms":900000}', "30 seconds an order, 15 minutes besides"]];
/** @type {any} */
let catalog = null;
const CHATS = [["free", "set phrases and free text"], ["phrases", "set phrases"], ["off", "none"]];
const chosen = { rules: "", scenario: "", seat: "", against: "", clock: "null", chat: "free" };
/** @type {{name: string, ruleset: string, about?: string}[]} */
let tutorials = [];

export async function showStart() {
  $("start").hidden = false;
  $("title").textContent = "Play";
  banner("The service is starting ...");
  const found = await Promise.all(["v1/catalog", "static/tutorials/index.json"].map(async path =>
    (await fetch(HOME + path)).json())).catch(() => null);
  if (!found) return banner("The service does not answer.");
  banner();
  [catalog, tutorials] = found;
  chosen.rules = memory.likes("rules", catalog.rules[0].name);
  if (!catalog.rules.some(each => each.name === chosen.rules)) chosen.rules = catalog.rules[0].name;
  write();
}

const rules = () => catalog.rules.find(each => each.name === chosen.rules);

function write() {
  const box = $("start"), kept = memory.games();
  box.replaceChildren();
  const form = make("form", "card new", undefined, box);
  make("h2", "", "A new game", form);
  form.onsubmit = e => { e.preventDefault(); play(); };
  fillForm(form);
  const other = make("div", "others", undefined, box);
  teachers(other);
  const list = make("section", "card", undefined, other);
  make("h2", "", "Your games", list);
  for (const game of kept) gameRow(list, game);
  if (!kept.length) make("p", "empty", "None yet. They are listed here, in this browser only.", list);
  offerImport(list);
  offerToGoOn(other, catalog);
  showCareer(other, catalog);
}

function fillForm(form) {
  choice(form, "Rules", catalog.rules.map(each => [each.name, each.title, each.scenarios.length + " scenarios"]), chosen.rules, name => {
    chosen.rules = name;
    Object.assign(chosen, { scenario: "", seat: "", against: "" });
    memory.like("rules", name);
    write();
    $("start").querySelector("input:checked").focus();
  });
  const own = rules(), scenario = name => own.scenarios.find(each => each.name === name);
  make("p", "about", `Hidden: ${own.hidden.replace(/^yes: /, "")}.`, form);
  if (!scenario(chosen.scenario)) chosen.scenario = memory.likes("scenario " + own.name, (scenario(own.scenario) || own.scenarios[0]).name);
  select(form, "Scenario", own.scenarios.map(each => [each.name, each.title]), chosen.scenario, name => {
    chosen.scenario = name;
    memory.like("scenario " + own.name, name);
    about.textContent = scenario(name).about;
  });
  const about = make("p", "about", (scenario(chosen.scenario) || {}).about || "", form);
  chosen.seat = own.seats.includes(chosen.seat) ? chosen.seat : own.seats[0];
  choice(form, "You are", own.seats.map(seat => [seat, sideOf(seat), ""]), chosen.seat, seat => { chosen.seat = seat; });
  const players = own.opponents.map(each => [each.name, readable(each.title) + (each.rating ? ` (Elo ${Math.round(each.rating)})` : "")]);
  chosen.against = chosen.against || own.opponents[0].name;
  select(form, "Against", [...players, [LINK, LINK], [HERE, HERE]], chosen.against, name => { chosen.against = name; });
  make("p", "about", "Elo measures strength against the other opponents of this list: 100 points more win about 64 of 100 games.", form);
  select(form, "Time of people", CLOCKS, chosen.clock, clock => { chosen.clock = clock; });
  select(form, "Chat with people", CHATS, chosen.chat, chat => { chosen.chat = chat; });
  const name = make("label", "field-of", "Your name", form), field = make("input", "", undefined, name);
  Object.assign(field, { name: "person", value: memory.likes("person", ""), maxLength: 40, placeholder: "as others read it" });
  const rated = make("label", "switch", undefined, form);
  Object.assign(make("input", "", undefined, rated), { type: "checkbox", name: "rated", checked: memory.likes("rated", false) });
  make("b", "", "Rated", rated);
  make("small", "", "against an opponent with an Elo; no hints, no turn taken back", rated);
  orders(form, own);
  make("button", "go", "Begin", form);
}

const readable = title => title.replaceAll("_", " ").replace("@", ", ");

function orders(form, own) {
  const box = make("details", "delegate", undefined, form);
  make("summary", "", "Standing orders: what you are not asked about", box);
  make("p", "about", "Settled for the whole game; the usual ones are set. What you leave open the captain may take over later.", box);
  const usual = memory.likes("delegate " + own.name, own.recommended);
  for (const each of own.delegable) {
    const label = make("label", "switch", undefined, box), field = make("input", "", undefined, label);
    Object.assign(field, { type: "checkbox", name: "delegate", value: each.name, checked: usual.includes(each.name) });
    make("b", "", each.name.replaceAll("_", " "), label);
    make("small", "", each.title, label);
  }
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
  const form = $("start").querySelector("form"), person = form.elements.namedItem("person").value.trim() || "Player";
  const own = rules(), delegate = [...form.querySelectorAll("[name=delegate]:checked")].map(field => field.value);
  memory.like("person", person);
  memory.like("delegate " + own.name, delegate);
  const title = own.scenarios.find(each => each.name === chosen.scenario).title;
  const seats = /** @type {Record<string, any>} */ ({}), given = /** @type {Record<string, string[]>} */ ({});
  for (const seat of own.seats) {
    const isOwn = seat === chosen.seat;
    seats[seat] = isOwn ? { person } : chosen.against === LINK ? { person: null }
      : chosen.against === HERE ? { person: "second player" } : { player: chosen.against };
    if (isOwn || chosen.against === LINK || chosen.against === HERE) given[seat] = delegate;
  }
  const rating = own.opponents.find(each => each.name === chosen.against)?.rating, rated = form.elements.namedItem("rated").checked;
  memory.like("rated", rated);
  begin({ ...(rated && rating ? { rated } : {}), ruleset: own.name, scenario: chosen.scenario, seats, delegate: given, clock: JSON.parse(chosen.clock), chat: chosen.chat }, { title: `${title} · ${own.title}`, ...(rating ? { rating } : {}) });
}

function teachers(parent) {
  const titles = new Map(catalog.rules.map(each => [each.name, each.title]));
  const own = tutorials.filter(each => titles.has(each.ruleset));
  if (!own.length) return;
  const box = make("section", "card teachers", undefined, parent);
  make("h2", "", "New here? Learn a game by playing it", box);
  make("p", "about", "Each lesson comes at the question it is about; no rules to read first.", box);
  for (const each of own) {
    const text = [titles.get(each.ruleset), each.about].filter(Boolean).join(": ");
    make("button", "", text, box).onclick = async () => {
      const lesson = await (await fetch(`${HOME}static/tutorials/${each.name}.json`)).json();
      begin(lesson.game, { title: lesson.title, tutorial: each.name });
    };
  }
}

function gameRow(list, game) {
  const row = make("div", "kept", undefined, list), link = make("a", "", game.title || game.id, row);
  link.href = HOME + "g/" + game.id;
  const who = Object.keys(game.keys).map(sideOf).join(" and ");
  make("small", "", [who, game.over || "open", new Date(game.when).toLocaleDateString()].filter(Boolean).join(" · "), row);
  const x = make("button", "link", "forget", row);
  x.setAttribute("aria-label", "Forget " + (game.title || game.id));
  x.onclick = () => { memory.forget(game.id); write(); };
}
