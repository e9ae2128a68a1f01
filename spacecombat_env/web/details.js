// @ts-check
// What a scenario is like: forces with points, the map, switches of its rules.

import { make } from "./board/dom.js";
import { posted } from "./begin.js";
import { sideOf } from "./track.js";

/** What the service has said, by rule set, scenario and switches. @type {Map<string, any>} */
const known = new Map();
let now = 0;

/**
 * Write the details; `act` is told of a scenario that is made of this one, and of the switches.
 * @param {HTMLElement} box @param {any} rules @param {any} it @param {any} chosen
 * @param {(name: string | null, options: any) => void} act
 */
export function showDetails(box, rules, it, chosen, act) {
  const forces = make("div", "forces", undefined, box), wrong = make("p", "wrong", undefined, box);
  wrong.setAttribute("role", "alert");
  for (const [n, ships] of (it.forces || []).entries()) force(forces, n, rules.seats[n], ships.map(name => ({ name })), it.points?.[n]);
  const load = async options => {
    const found = await look(rules.name, it, options);
    if (!found || !box.isConnected) return;
    wrong.textContent = found.error || "";
    if (found.error) return;
    forces.replaceChildren();
    found.sides.forEach((side, n) => force(forces, n, rules.seats[n], side.rows, it.points?.[n]));
    await map(forces, found.picture);
    if (!found.ships.every(side => side.length) || it.points?.some(Boolean)) return;
    const b = make("button", "fleet", "Put together a fleet of your own", forces);
    b.type = "button";
    b.onclick = async () => (await import("./fleet.js")).buildFleet(rules, it, found, chosen.seat, name => act(name, {}));
  };
  if (rules.switches.length) switches(box, rules, it, chosen, options => { act(null, options); load(options); });
  load(chosen.options);
}

/** Ask the service about a scenario: once, and only about the last one chosen. */
async function look(rules, it, options) {
  const name = JSON.stringify([rules, it.name, it.content ? it.content : 0, options]), mine = ++now;
  if (!known.has(name)) {
    await new Promise(done => setTimeout(done, 120));
    if (mine !== now) return null;
    const found = await posted("v1/scenarios", { ruleset: rules, scenario: it.content || it.name, ...(Object.keys(options).length ? { options } : {}) });
    if (!found) return null;
    known.set(name, found);
  }
  return mine === now ? known.get(name) : null;
}

function force(parent, n, seat, rows, points) {
  const box = make("div", "force", undefined, parent), list = rows.filter(row => row.state !== "for sale" && row.kind !== "dummy");
  const sum = list.reduce((all, row) => all + (Number((row.figures || []).find(([label]) => label === "points")?.[1]) || 0), 0);
  const h = make("h3", "seat" + n, sideOf(seat), box);
  const text = points ? `buys its ships for ${points} points` : sum ? `${list.length} ships, ${sum} points` : `${list.length} ${list.length === 1 ? "ship" : "ships"}`;
  make("small", "", text, h);
  const ul = make("ul", "", undefined, box);
  for (const row of list) {
    const li = make("li", "", row.name, ul), cost = (row.figures || []).find(([label]) => label === "points");
    if (row.kind) make("small", "", row.kind, li);
    if (cost) make("span", "", String(cost[1]), li);
  }
}

async function map(parent, picture) {
  const { taken } = await import("./picture.js"), svg = taken(picture);
  if (!svg) return;
  svg.setAttribute("class", "ground");
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "The map");
  for (const e of svg.querySelectorAll("symbol, text, title, [data-beside], metadata")) e.remove();
  const [, , wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
  make("div", "land" + (high > wide ? " upright" : ""), undefined, parent).append(svg);
}

function switches(box, rules, it, chosen, act) {
  const details = make("details", "delegate", undefined, box), own = it.content?.rules || {};
  const count = make("summary", "", "Switches of the rules", details);
  const told = () => { const n = Object.keys(chosen.options).length; count.textContent = "Switches of the rules" + (n ? `: ${n} changed` : ", as the scenario has them"); };
  told();
  for (const each of rules.switches) {
    const label = make("label", "switch", undefined, details), field = make("select", "", undefined, label);
    make("option", "", "usual", field).value = "";
    for (const value of each.values) make("option", "", value === true ? "on" : value === false ? "off" : String(value), field).value = JSON.stringify(value);
    field.value = each.name in chosen.options ? JSON.stringify(chosen.options[each.name]) : each.name in own ? JSON.stringify(own[each.name]) : "";
    field.name = "switch " + each.name;
    make("b", "", each.name.replaceAll("_", " "), label);
    make("small", "", each.title.replace(/ \([A-Z]{2}-[A-Z0-9-, ]+\)$/, ""), label);
    field.onchange = () => {
      const { [each.name]: _, ...rest } = chosen.options;
      chosen.options = field.value ? { ...rest, [each.name]: JSON.parse(field.value) } : rest;
      told();
      act(chosen.options);
    };
  }
}
