// @ts-check
// Scenarios as cards: ground and forces as a sketch, length, difficulty, whom it favours. Own files.

import { draw, make } from "./board/dom.js";
import { posted } from "./begin.js";
import * as memory from "./memory.js";

const WIDE = 240, HIGH = 78, MOST = 12; // of a sketch; most own scenarios
const FEW = 60, MANY = 170; // decisions of a seat: fewer are easy, more are hard
const EVEN = 0.07, CLEAR = 0.2; // how far a score may be from one half
const USUAL = 370; // the rating of the opponent to begin with

/** The opponent to try first. @param {any[]} players */
export const advised = players => players.filter(each => each.rating).sort((a, b) => Math.abs(a.rating - USUAL) - Math.abs(b.rating - USUAL))[0] || players[0];

/** Own scenarios of a rule set. @param {string} rules @returns {any[]} */
export const ownScenarios = rules => memory.likes("scenarios " + rules, []);

/** Keep a scenario of one's own. @param {string} rules @param {any} shown what the service says of it @returns {string} its name */
export function keepScenario(rules, shown) {
  const name = "own " + shown.name, found = { name, title: shown.title, about: shown.about, content: shown.content,
    turn_limit: shown.turn_limit, opponents: shown.opponents, points: shown.sides.map((_, n) => Object.values(shown.content.sides)[n].purchase?.points || null),
    forces: shown.sides.map(side => side.rows.filter(each => each.state !== "for sale" && each.kind !== "dummy").map(each => each.name)) };
  memory.like("scenarios " + rules, [found, ...ownScenarios(rules).filter(each => each.name !== name)].slice(0, MOST));
  return name;
}

/**
 * Write the cards of all scenarios.
 * @param {HTMLElement} parent @param {any} rules @param {string} chosen @param {(name: string) => void} act @param {() => void} again
 */
export function cards(parent, rules, chosen, act, again) {
  const box = make("fieldset", "scenarios", undefined, parent);
  make("legend", "", "Scenario", box);
  const long = each => each.decisions || (each.forces?.flat().length || MANY) * 20;
  for (const each of [...ownScenarios(rules.name), ...[...rules.scenarios].sort((a, b) => long(a) - long(b))]) {
    const label = make("label", "card-of scenario", undefined, box), field = make("input", "", undefined, label);
    Object.assign(field, { type: "radio", name: "Scenario", value: each.name, checked: each.name === chosen, disabled: each.ready === false });
    field.onchange = () => act(each.name);
    sketch(label, each);
    make("b", "", each.title, label);
    make("small", "what", each.about, label);
    facts(make("span", "facts", undefined, label), each, rules);
    if (!each.content) continue;
    const x = make("button", "link", "remove", label);
    Object.assign(x, { type: "button", ariaLabel: "Remove " + each.title });
    x.onclick = () => { memory.like("scenarios " + rules.name, ownScenarios(rules.name).filter(other => other !== each && other.name !== each.name)); again(); };
  }
  upload(box, rules, again, act);
  const held = /** @type {HTMLElement | null} */ (box.querySelector(":checked")?.parentElement);
  if (held) box.scrollLeft = held.offsetLeft - box.offsetLeft - 20;
}

function facts(box, each, rules) {
  const level = !each.decisions ? 0 : each.decisions < FEW ? 1 : each.decisions < MANY ? 2 : 3;
  if (level) {
    const dots = make("span", "level", "●".repeat(level) + "○".repeat(3 - level), box);
    dots.title = ["", "short and simple", "middling", "long or hard"][level];
    make("span", "", `${each.decisions} decisions a side, ${Math.round(each.turns)} turns`, box);
  } else make("span", "", `at most ${each.turn_limit} turns`, box);
  const best = advised(rules.opponents.filter(other => other.rating && each.opponents && each.opponents.includes(other.name)));
  if (best) make("span", "", `try ${best.level}`, box);
  const by = favours(each);
  if (by) make("span", "chip", by, box).title = `Score of Red among players of the machine: ${Math.round(each.first_seat * 100)} of 100`;
}

/** @param {any} each @returns {string} */
function favours(each) {
  if (each.first_seat === undefined || each.first_seat === null) return "";
  const by = each.first_seat - 0.5, side = by > 0 ? "Red" : "Blue";
  return Math.abs(by) <= EVEN ? "even" : (Math.abs(by) > CLEAR ? "favours " : "a little for ") + side;
}

/** Ground and forces: a dart for each ship, a disc for each planet. */
function sketch(parent, each) {
  const svg = draw("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true", class: "sketch" }, parent);
  for (let n = 0; n < 26; n++) draw("circle", { cx: (n * 97 + each.title.length * 31) % WIDE, cy: (n * 53 + 11) % HIGH, r: 0.4 + n % 3 * 0.25, class: "star" }, svg);
  (each.ground || []).forEach((kind, n) => {
    if (/asteroid/.test(kind)) for (let k = 0; k < 7; k++) draw("circle", { cx: 88 + (k * 37) % 66, cy: 12 + (k * 29) % 56, r: 2.5 + k % 3, class: "rock" }, svg);
    else draw("circle", { cx: 112 + n * 26, cy: 46 - n * 14, r: /star|giant/.test(kind) ? 15 : 10, class: "planet" }, svg);
  });
  (each.forces || []).forEach((ships, side) => {
    if (!ships.length && each.points?.[side]) draw("text", { x: side ? WIDE - 14 : 14, y: 44, "text-anchor": side ? "end" : "start", class: "seat" + side }, svg).textContent = `${each.points[side]} points`;
    const columns = Math.ceil(Math.min(ships.length, 20) / 4), size = ships.length > 8 ? 0.8 : 1.1;
    ships.slice(0, 20).forEach((_, n) => {
      const rows = Math.min(4, ships.length), x = 26 + (n / 4 | 0) * 84 / Math.max(3, columns), y = HIGH / 2 + (n % 4 - (rows - 1) / 2) * 17;
      draw("path", { d: "M13 0L-9 -6L-5 0L-9 6z", transform: `translate(${side ? WIDE - x : x} ${y}) scale(${side ? -size : size} ${size})`, class: "hull" + side }, svg);
    });
  });
}

/** A scenario file of one's own: the service checks it. */
function upload(box, rules, again, act) {
  const own = make("div", "card-of scenario own", undefined, box), label = make("label", "", undefined, own);
  make("b", "", "A scenario file of your own", label);
  make("small", "", "YAML, as the pages of the scenarios describe it. It is checked here and kept in this browser.", label);
  const field = make("input", "", undefined, label), wrong = make("p", "wrong", undefined, own);
  Object.assign(field, { type: "file", name: "file", accept: ".yaml,.yml,.json" });
  wrong.setAttribute("role", "alert");
  field.onchange = async () => {
    const [file] = field.files, found = file && await posted("v1/scenarios", { ruleset: rules.name, text: await file.text() });
    if (!found) return;
    wrong.textContent = found.error ? found.error.replace(/^\w+: /, file.name + ": ") : "";
    if (found.error) { field.value = ""; return; }
    const name = keepScenario(rules.name, found);
    again();
    /** @type {any} */ (document.querySelector(`[name=Scenario][value="${CSS.escape(name)}"]`))?.click();
  };
}
