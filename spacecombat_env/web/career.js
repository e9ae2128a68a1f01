// @ts-check
// A career in this browser: rating against the levels, streak of days, position of the day; kept as a file.

import { make } from "./board/dom.js";
import { begin } from "./begin.js";
import * as memory from "./memory.js";
import { HOME } from "./place.js";
import { sideOf } from "./track.js";

/** @typedef {{id: string, rules: string, rating: number, score: number, day: string}} Result */
/** @typedef {{days: string[], results: Result[]}} Career */

const NAME = "spacecombat-career", DAY = 86400e3, MOST = 1000, SCORES = { win: 1, draw: 0.5, loss: 0 };
/** @returns {Career} */
const career = () => ({ days: [], results: [], ...memory.read(NAME, {}) });
const dayOf = (time = Date.now()) => new Date(time - new Date(time).getTimezoneOffset() * 60e3).toISOString().slice(0, 10);

/** Note how a game has ended. @param {string} id @param {string} verdict */
export function noteResult(id, verdict) {
  const { days, results } = career(), { wanted, rating } = memory.game(id) || {}, day = dayOf();
  if (!(verdict in SCORES) || results.some(each => each.id === id)) return;
  if (wanted?.rated && rating !== undefined) results.push({ id, rules: wanted.ruleset, rating, score: SCORES[verdict], day });
  memory.write(NAME, { days: [...new Set([...days, day])].slice(-MOST), results: results.slice(-MOST) });
}

/** Days in a row with a finished game; one day off in any seven is free. @param {string[]} days @param {string} today */
export function streakOf(days, today) {
  let count = 0, missed = -7;
  for (let n = 0, at = Date.parse(today); n < 2 * days.length + 9; n += 1, at -= DAY) {
    if (days.includes(new Date(at).toISOString().slice(0, 10))) count += 1;
    else if (n && n - missed < 7) return count; // today is not over yet
    else if (n) missed = n;
  }
  return count;
}

/** @param {string} path @param {any} [body] @returns {Promise<any>} */
async function ask(path, body) {
  const how = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(HOME + path, how).catch(() => null);
  return answer && answer.ok ? answer.json() : null;
}

/** Write the career on the first page. @param {Element} parent @param {any} catalog */
export function showCareer(parent, catalog) {
  const box = make("section", "card career", undefined, parent), { days, results } = career(), streak = streakOf(days, dayOf());
  make("h2", "", "Your career", box);
  make("p", "about", streak ? `${streak} ${streak === 1 ? "day" : "days"} in a row with a finished game; one day off a week is free.` : "A finished game today begins a streak.", box);
  const list = make("ul", "ratings", undefined, box);
  for (const { name, title } of catalog.rules) {
    const own = results.filter(each => each.rules === name);
    if (!own.length) continue;
    const row = make("li", "", title + " ", list);
    ask("v1/rating", { results: own.map(each => [each.rating, each.score]) }).then(found =>
      found && make("b", "", `${found.elo} ± ${found.deviation} Elo, ${found.games} rated ${found.games === 1 ? "game" : "games"}`, row));
  }
  if (!list.childNodes.length) make("p", "about", "Rated games against opponents with an Elo give you one, too. It counts against these opponents alone.", box);
  daily(box, catalog);
  file(box, parent, catalog);
}

/** @param {Element} box @param {any} catalog */
async function daily(box, catalog) {
  const b = make("button", "daily", "Position of the day", box), told = make("p", "about", "", box);
  b.onclick = async () => {
    const found = await ask("v1/daily?day=" + dayOf()), rules = found && catalog.rules.find(each => each.name === found.ruleset);
    if (!rules) { told.textContent = "There is no position today."; return; }
    const person = memory.likes("person", "") || "Player", against = rules.opponents[0].name;
    const seats = Object.fromEntries(rules.seats.map(seat => [seat, seat === found.seat ? { person } : { player: against }]));
    begin(/** @type {any} */ ({ from: { game: found.game, turn: found.turn }, seats }),
      { title: `Position of the day: ${found.title}, ${sideOf(found.seat)}, who ${found.won ? "won" : "lost"} from here` });
  };
}

/** @param {Element} box @param {Element} parent @param {any} catalog */
function file(box, parent, catalog) {
  const save = make("a", "", "Save as a file", box), label = make("label", "import", "Open a career file ", box), field = make("input", "", undefined, label);
  save.href = "data:application/json," + encodeURIComponent(JSON.stringify(career()));
  save.download = "career.json";
  Object.assign(field, { type: "file", accept: ".json", className: "career-file" });
  field.onchange = async () => {
    const given = await field.files[0].text().then(JSON.parse).catch(() => null), isDay = day => /^\d{4}-\d\d-\d\d$/.test(day);
    const isFit = given && [given.days, given.results].every(Array.isArray) && given.days.every(isDay) &&
      given.results.every(each => typeof each.id === "string" && typeof each.rules === "string" && Number.isFinite(each.rating) && [0, 0.5, 1].includes(each.score));
    if (!isFit) return void make("p", "warning", "This is no career file.", box);
    const { days, results } = career(), known = new Set(results.map(each => each.id));
    memory.write(NAME, { days: [...new Set([...days, ...given.days])].sort(), results: [...results, ...given.results.filter(each => !known.has(each.id))] });
    box.remove();
    showCareer(parent, catalog);
  };
}
