// @ts-check
// The control sheet of a ship as its card is printed: two columns, boxes to tick, damage results.

import { make } from "./board/dom.js";
import { hull } from "./hull.js";
import { dressed } from "./place.js";

const RESULTS = ["Bridge", "Fire Control", "Power Plant", "Sensors", "Life Support",
  "Artificial Gravity", "Jump Drive", "Maneuver Drive", "Spine", "Computer"];
const SHORT = { "meson gun": "M", "particle accelerator": "P", laser: "L" };
const ROWS = ["spinal", "secondary 1", "secondary 2", "turret"], BANDS = ["short", "medium", "long", "extreme"];
const MOST = 40; // boxes of a kind

/** A weapon in the notation of the card. @param {any} gun */
export function notation(gun) {
  const many = gun.number > 1 ? `x${gun.number}` : "", over = gun.overpower ? String(gun.overpower) : "";
  const values = gun.damage.map(each => each === null ? "X" : each), same = values.every(each => each === values[0]);
  return `${SHORT[gun.kind] || gun.kind}${many || over ? `(${many}${over})` : ""}${gun.short_range}:${same ? values[0] : values.join("-")}`;
}

/** @param {any} card */
export const sensorsOf = ({ sensors }) => [sensors.active ? `A${sensors.active}` : "", sensors.passive ? (sensors.folding ? `(P${sensors.passive})` : `P${sensors.passive}`) : "",
  sensors.jammer ? `J${sensors.jammer}` : "", sensors.area_jammer ? "area jammer" : "", sensors.masked ? "Msk" : ""].filter(Boolean).join(" ") || "none";

/** One line about each weapon, and one about the rest: for a card in a list. @param {any} card */
export function linesOf(card) {
  const guns = card.weapons.map(gun => `${gun.spinal_mount ? "" : gun.number + " "}${gun.kind}${gun.number > 1 ? "s" : ""} ${gun.damage.map(each => each ?? "X").join("-")}`);
  return [...guns, card.ready_missiles ? `missiles ${card.ready_missiles}, directors ${card.missile_directors}` : "",
    `sensors ${sensorsOf(card)}`, `screens ${card.screens.meson_screen}, sand ${card.screens.sandcasters}, dampers ${card.screens.dampers}`].filter(Boolean);
}

function field(parent, name, text, more) {
  const box = make("div", "field", undefined, parent);
  make("dt", "", name, box);
  const dd = make("dd", "", text, box);
  if (more) make("small", "", more, dd);
  return dd;
}

/** Boxes, the first of them used. @param {Element} parent @param {number} all @param {number} used @param {string} label */
function boxes(parent, all, used, label) {
  if (!all) return;
  const each = Math.ceil(all / MOST), count = Math.ceil(all / each), row = make("span", "boxes", undefined, parent);
  row.setAttribute("role", "img");
  row.setAttribute("aria-label", `${label}: ${used} of ${all} used`);
  row.title = `${label}: ${used} of ${all} used${each > 1 ? `; a box stands for ${each}` : ""}`;
  for (let n = 0; n < count; n++) make("i", n < Math.ceil(used / each) ? "used" : "", undefined, row);
}

/** @param {Element} column @param {any} ship */
function left(column, ship) {
  for (const row of ROWS) {
    const gun = ship.weapons.find(each => each.row === row), dd = field(column, row.replace(/ \d/, ""), gun ? notation(gun) : "–");
    if (!gun) continue;
    make("small", "", `${gun.number} ${gun.kind}${gun.number > 1 ? "s" : ""}, short range ${gun.short_range}`, dd);
    if (gun.fired !== undefined) boxes(dd, gun.number, gun.fired + gun.fired_before, "fired");
    const table = make("span", "bands", undefined, dd);
    gun.damage.forEach((value, n) => { make("b", "", value === null ? "X" : String(value), make("span", "", BANDS[n] + " ", table)); });
  }
  field(column, "sensors", sensorsOf(ship), [ship.active ? "active sensors on" : "", ship.array_extended ? "array extended" : "", ship.area_jamming ? "jams an area" : ""].filter(Boolean).join(", "));
  field(column, "structure", `AV:${ship.armor}`);
  const { meson_screen: screen, sandcasters, dampers } = ship.screens, dd = field(column, "screens", `MS:${screen} SC${sandcasters} D${dampers}`);
  boxes(dd, sandcasters, ship.sandcasters_used || 0, "sandcasters");
  if (ship.dampers_used !== undefined) boxes(dd, dampers, ship.dampers_used, "dampers");
}

/** @param {Element} column @param {any} ship */
function right(column, ship) {
  field(column, "size", (ship.size > 0 ? "+" : "") + ship.size + (ship.socket_extenders ? "E" : ""));
  field(column, "tech level", `TL-${ship.tech_level}`);
  field(column, "fire control", `+${ship.fire_control}`, ship.directors ? `${ship.directors} directors a battery` : "");
  const dd = field(column, "missiles", `${ship.missile_directors}(${ship.ready_missiles})`, ship.missiles !== undefined ? `${ship.missiles} left${ship.semi_independent ? `, ${ship.semi_independent} of them semi-independent` : ""}` : "");
  if (ship.missiles !== undefined) boxes(dd, ship.ready_missiles, Math.max(0, ship.ready_missiles - ship.missiles), "missiles");
  field(column, "maneuver", `J${ship.jump} G${ship.g_rating}`, [ship.g_available !== undefined ? `${ship.g_available} Gs to spend` : "", ship.fuel !== undefined && ship.fuel !== null ? `fuel for ${ship.fuel}` : ""].filter(Boolean).join(", "));
  field(column, "points", String(ship.points));
  field(column, "crew", ship.crew || "average", ship.tumble && ship.tumble !== "steady" ? ship.tumble : "");
}

function damage(parent, ship) {
  const box = make("div", "results", undefined, parent);
  make("h3", "", "Damage results", box);
  for (const result of RESULTS) {
    const found = (ship.damage || []).find(each => each.result === result), e = make("span", found ? "hit " + found.lasting : "", undefined, box);
    make("i", found ? "used" : "", undefined, e);
    e.append(result);
    if (found) make("small", "", found.until, e);
  }
}

/** The sheet itself. @param {any} ship @param {number} side @returns {HTMLElement} */
export function sheetOf(ship, side) {
  const sheet = make("div", "sheet"), head = make("div", "identity", undefined, sheet);
  hull(ship, head, side);
  const h = make("h2", "seat" + side, ship.name, head), known = ship.contact !== undefined;
  h.tabIndex = -1;
  make("p", "", [ship.class !== ship.name ? ship.class : "", ship.type, ship.state, ship.force, ship.keeper ? `aboard ${ship.keeper}` : ""].filter(Boolean).join(" · "), head);
  if (known) make("p", "known", `As far as it is known${ship.report ? `: ${ship.report}` : ""}.`, head);
  else if (ship.known_as) make("p", "known", `The enemy knows it as ${ship.known_as}.`, head);
  const columns = make("div", "columns", undefined, sheet);
  left(make("dl", "", undefined, columns), ship);
  right(make("dl", "", undefined, columns), ship);
  damage(sheet, ship);
  return sheet;
}

/** Whether there is a sheet of a ship. @param {any} view @param {string} name */
export const shipIn = (view, name) => [...(view.own_ships || []), ...(view.enemy_ships || [])].find(ship => ship.name === name && ship.tech_level !== undefined && ship.weapons);

/** The figure beside the map that is called so: record sheets of other rules. @param {string} name */
const figureOf = name => [...document.querySelectorAll("#beside figure")].find(e => e.querySelector("figcaption b")?.textContent === name);

/**
 * Open the sheet of a ship in a dialog; nothing where none is known.
 * @param {any} view @param {string} name @param {string} [reader] whose view it is
 */
export async function openSheet(view, name, reader = "") {
  const ship = shipIn(view, name), figure = ship ? null : figureOf(name);
  if (!ship && !figure) return;
  await dressed("sheet.css");
  const box = make("dialog", "sheet-of", undefined, document.body), form = make("form", "", undefined, undefined);
  box.setAttribute("aria-label", "Sheet of " + name);
  const side = ship && (ship.side ? ship.side : reader.startsWith("red") ? "blue_0" : "red_0").startsWith("blue") ? 1 : 0;
  if (ship) box.append(sheetOf(ship, side)); else box.append(/** @type {any} */ (figure).cloneNode(true));
  form.method = "dialog";
  make("button", "", "Close", form);
  box.append(form);
  box.onclose = () => box.remove();
  box.onclick = e => { if (e.target === box) box.close(); };
  box.showModal();
}
