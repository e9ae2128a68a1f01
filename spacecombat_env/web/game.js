// @ts-check
// A game on the page: whose board is shown, what is asked, what is said; hot seat and reconnecting.

import { banner } from "./banner.js";
import { $, make, page } from "./board/dom.js";
import { shut } from "./board/map.js";
import { fleets } from "./board/panels.js";
import { arrows, focusOn, showChoices, standsAt } from "./choices.js";
import { showClock } from "./clock.js";
import { holdsKeys, offerMap } from "./cursor.js";
import { close, directions, glow } from "./glow.js";
import { showHeat } from "./heat.js";
import { later } from "./later.js";
import { showLine, useLine } from "./line.js";
import * as memory from "./memory.js";
import { launched, tell } from "./odds.js";
import { nameOf, named, showPicture } from "./picture.js";
import { awaited, hear, invitation, rematch } from "./people.js";
import { forget, isPlaying, play, showSkip, skip, steers, usePlayback } from "./playback.js";
import { showReach } from "./reach.js";
import { scenesOf } from "./board/scenes.js";
import { Seat } from "./seat.js";
import { UNTIL } from "./standing.js";
import { sure } from "./sure.js";
import { clearLog, writeScenes } from "./story.js";
import { askedSeat, playerOf, showSides, showTrack, sideOf, verdictOf } from "./track.js";

/** @typedef {import("./types").Offer} Offer */

/** @type {Map<string, Seat>} */
const seats = new Map();
let id = "", shown = "";
/** @type {Seat | null} */
let active = null;
let ended = false;
const burns = later(() => import("./burn.js"));
const launches = later(() => import("./launch.js"));
launched.tell = path => launches(({ sayThrough }) => active && sayThrough(active, path));
const tutor = later(() => import("./tutor.js"));
/** What the words are that are shown. @type {any} */
let level = null;

/** Open the game of the address: at once, or after a guest has given a name. @param {string} game */
export async function open(game) {
  id = game;
  const given = new URLSearchParams(location.hash.slice(1)), seat = given.get("seat"), key = given.get("key");
  if (seat) history.replaceState(null, "", location.pathname);
  if (!seat || !key || memory.game(id)?.keys[seat]) return begin();
  const { arrive, factsOf } = await import("./arrive.js"), facts = await factsOf(id);
  if (facts.seats && facts.seats[seat]?.come === false) return arrive(id, seat, facts, name => begin(seat, key, name));
  begin(seat, key); // one's own, from another device; or it was used
}

/** Join with the keys of this browser, and one that came with the address. @param {string} [came] @param {string} [key] @param {string} [name] */
function begin(came, key, name = "") {
  const kept = memory.game(id), keys = { ...(kept ? kept.keys : {}), ...(came ? { [came]: key } : {}) };
  const readers = Object.entries(keys), on = { news, people, order, line, key: keepKey };
  for (const [reader, own] of readers.length ? readers : [["public", null]])
    seats.set(String(reader), new Seat(id, String(reader), own || null, reader === came ? name : "", on));
  $("main").hidden = false;
  for (const name of ["legend", "rules-open"]) $(name).hidden = false;
  $("standing-open").hidden = $("resign").hidden = !readers.length;
  if (seats.size === 1) active = [...seats.values()][0];
}

/** People have come or gone, or said something. @param {Seat} seat @param {any} m */
function people(seat, m) {
  hear(seat, m);
  if (m.type === "presence" && seat === active && seat.joined && seat.stand) {
    showSides(seat.joined, seat.stand, [...seats.keys()]);
    if (!seat.isAsked) order(seat);
  }
}

/** Keep what an invitation was exchanged for. @param {Seat} seat @param {string} own */
function keepKey(seat, own) {
  const kept = memory.game(id);
  memory.keep({ id, keys: { ...(kept ? kept.keys : {}), [seat.reader]: own } });
}

/** @param {Seat} seat @param {boolean} isOpen @param {string} [why] @param {boolean} [again] whether it is tried again */
function line(seat, isOpen, why, again) {
  if (!isOpen && why && !again && /^key: /.test(why)) return void import("./arrive.js").then(({ taken }) => taken(id, seat.reader));
  if (isOpen && seat.wire.key) keepKey(seat, seat.wire.key);
  banner(isOpen ? "" : why && again ? `The service cannot go on: ${why}` : why ? `This game cannot be opened: ${why}` : "The line is cut; trying again ...");
  if (isOpen && seat.joined) remember(seat);
}

function remember(seat) {
  const { rules, scenario } = seat.joined;
  if (seat.reader !== "public") memory.keep({ id, title: `${scenario.title} · ${rules.title}` });
}

/** Something has happened for a seat. @param {Seat} seat */
function news(seat) {
  if (!active && seat.over) active = seat;
  if (!active && seat.isAsked) return pull(seat);
  if (seat === active) show(); else if (active) order(active);
}

/** The board changes hands: it is put away until the other one says so. @param {Seat} seat */
function pull(seat) {
  skip();
  $("curtain-who").textContent = `${sideOf(seat.reader)}, are you there?`;
  $("curtain-yes").textContent = `I am ${sideOf(seat.reader)}`;
  $("curtain-yes").onclick = () => {
    $("curtain").hidden = true;
    $("main").hidden = false;
    active = seat;
    show();
  };
  $("main").hidden = true;
  for (const e of document.querySelectorAll("dialog[open]")) /** @type {any} */ (e).close();
  $("curtain").hidden = false;
  $("curtain-yes").focus();
}

/** Offer the board to another of this browser's seats, if that is asked. @param {Seat} seat */
function handOn(seat) {
  const next = [...seats.values()].find(other => other !== seat && other.isAsked);
  if (!next || seat.isAsked || seat.over) return;
  const b = make("button", "go", `Hand over to ${sideOf(next.reader)}`, $("choices"));
  b.onclick = () => pull(next);
}

/** Show the board of the active seat, and how it came to stand so. */
function show() {
  const seat = active;
  if (!seat || !seat.joined || !seat.stand) return;
  if (shown !== seat.reader) turnTo(seat);
  showClock(seat.stand);
  if (seat.pieces.length) play(seat.pieces.splice(0), seat.shown?.picture || ""); else told();
}

/** Lay out the board as a seat has seen it last. @param {Seat} seat */
function turnTo(seat) {
  const { joined } = seat, news = seat.pieces.reduce((sum, piece) => sum + piece.events.length, 0);
  page.words = colour(joined);
  shown = seat.reader;
  $("title").textContent = joined.scenario.title;
  $("sub").textContent = joined.rules.title + (seat.reader === "public" ? " · what all know" : ` · you are ${sideOf(seat.reader)}`);
  forget();
  clearLog();
  writeScenes(scenesOf(seat.told.slice(0, seat.came - news)), false);
  $("panels").replaceChildren();
  if (seat.shown) stands(seat.shown, false);
}

/** Show how things stand. @param {import("./types").Stand} stand @param {boolean} [isOn] whether this is where the game has gone on to */
function stands(stand, isOn = true) {
  const seat = active;
  if (!seat || !seat.joined) return;
  showSides(seat.joined, stand, [...seats.keys()]);
  showTrack(seat.joined, stand);
  if (stand.picture && !(isOn && seat.shown && seat.shown.picture === stand.picture)) showPicture(stand.picture, isOn && !!seat.shown);
  seat.shown = stand;
  fleets(stand.view.status || [], $("panels"), null);
}

/** Show the decision, and how the game has ended, once the events are shown or begin to be. */
function told() {
  if (active) order(active);
  if (!active || !active.over || ended || isPlaying()) return;
  ended = true;
  ends(active);
}

/** @param {Seat} seat */
const ends = async seat => (await import("./ending.js")).showEnd(over(seat), id, (game, invite) => rematch(seat, game, invite));

/** How the game has ended, and how great the victory is. @param {Seat} seat */
const over = seat => ({ ...seat.over, outcome: seat.stand?.view.result?.outcome });
usePlayback({ stands, told });

const shipsOf = () => [...(active?.shown?.view.own_ships || []), ...(active?.shown?.view.enemy_ships || [])];
page.sheet = async name => {
  const view = active?.shown?.view;
  if (view) (await import("./sheet.js")).openSheet(view, name, active?.reader);
};
page.aboard = (title, parent) => {
  const force = title.split(/ at |,|:| \(/)[0].trim(), found = shipsOf().filter(ship => ship.force && ship.force === force);
  if (found.length) found.forEach(ship => { make("button", "link", ship.name, parent).onclick = () => page.sheet?.(ship.name); });
};

/** Who may drag a burn, if anybody. @param {Seat | null} seat */
const steer = seat => { if (active?.joined?.rules.plans) burns(({ steer }) => steer(seat)); };

/** Show what is asked and the order so far. @param {Seat} seat */
function order(seat) {
  if (seat !== active || !seat.joined || !seat.stand) return;
  const { joined, stand, composer } = seat, isAsked = seat.isAsked && !seat.over;
  const held = $("console").contains(document.activeElement) || [document.body, $("map")].includes(document.activeElement);
  const typing = document.activeElement === $("typed");
  document.title = (isAsked ? "● " : "") + joined.scenario.title;
  if (isPlaying()) return watch(held);
  const asked = composer && isAsked ? composer.now.question || stand.question : waiting(seat);
  if ($("question").textContent !== asked) $("question").textContent = asked;
  $("question").classList.toggle("waits", !isAsked);
  useLine({ composer: isAsked ? composer : null, push, say: commit });
  const texts = new Map(joined.vocabulary.map(word => [word.token, word.text]));
  showLine((stand.spoken || []).map(token => texts.get(token) || String(token)));
  if (seat.wrong) $("guess").textContent = seat.wrong;
  const isLooking = !!composer && (composer.isWaiting || composer.isDeepening);
  $("choices").setAttribute("aria-busy", String(seat.isSaying || isLooking));
  const again = composer && composer.now === level ? standsAt($("choices")) : "";
  level = composer ? composer.now : null;
  const words = composer && isAsked && !composer.isWhole && !isLooking ? composer.now.words : [];
  showChoices($("choices"), words, { say: push, number: pushNumber }, composer ? composer.now.asked || stand.asked : "");
  if (words.length && stand.asked === "launch_menu") {
    $("choices").setAttribute("aria-busy", "true");
    launches(({ showLaunches }) => {
      if ($("choices").querySelector(".launches") || seat.composer !== composer) return;
      showLaunches(seat, pushNumber, again);
      $("choices").setAttribute("aria-busy", "false");
    });
  }
  if (words.some(word => word.kind === "weapons")) launches(({ showFire }) => showFire(seat));
  if (composer && composer.isWhole) tell(composer.words[composer.words.length - 1].odds);
  glow(words, push, asked, directions(joined.vocabulary));
  steer(isAsked ? seat : null);
  showReach(isAsked ? seat : null, commit);
  showHeat(isAsked ? seat : null, commit);
  if (seat.over) make("button", "word", "What next?", $("choices")).onclick = () => ends(seat);
  handOn(seat);
  showCaptain(seat, isAsked);
  if (isAsked && /^buy_/.test(stand.asked)) import("./buying.js").then(({ shopAt }) => seat.isAsked && shopAt(seat));
  const kept = memory.game(id);
  if (kept?.tutorial) tutor(({ teach }) => teach(kept, stand, composer, isAsked, seat.over));
  offerMap(isAsked);
  if (!isAsked || !held || typing || holdsKeys()) return;
  if (composer.isReady) $("say").focus(); else focusOn($("choices"), again);
}

/** No decision is shown before the events are shown, or skipped. @param {boolean} held whether the keys are here */
function watch(held) {
  const about = "What has happened …";
  if ($("question").textContent !== about) $("question").textContent = about;
  $("question").classList.add("waits");
  useLine({ composer: null, push, say: () => {} });
  showLine([]);
  tell();
  glow([], push, "", 8);
  steer(null);
  showReach(null);
  showHeat(null);
  $("captain").hidden = true;
  $("choices").setAttribute("aria-busy", "false");
  showSkip($("choices"), held);
}

function waiting(seat) {
  const { joined, stand } = seat;
  if (seat.over) return `The game is over: ${verdictOf(seat.over).toLowerCase()}.`;
  if (seat.isSaying && !stand.speaks) return "…";
  if (stand.speaks) return "The captain speaks for you.";
  const who = askedSeat(joined, stand), away = awaited(seat);
  if (away) return `${sideOf(away)} has not come yet.${invitation(seat, away) ? ` The invitation is under "Invite ${sideOf(away)}".` : ""}`;
  if (who) return `${sideOf(who)} (${playerOf(joined, who)}) is asked.`;
  return seat.reader === "public" ? "What happens is shown at the end of each turn." : "Waiting for the other side.";
}

function showCaptain(seat, isAsked) {
  const box = $("captain"), speaks = seat.stand.speaks, can = (isAsked && !seat.composer.words.length) || speaks;
  box.hidden = !can || seat.reader === "public" || !!seat.over;
  box.replaceChildren();
  if (box.hidden) return;
  if (!speaks) make("span", "", "Captain, you decide:", box);
  const asked = seat.stand.asked;
  for (const [until, text] of speaks ? [["order", "I decide again"]] : UNTIL)
    make("button", "", text, box).onclick = () => seat.captain(until);
  if (speaks || !asked) return;
  const before = seat.before, name = nameOf(named(seat.stand.question));
  if (before) {
    box.prepend(make("button", "", `as before: ${before.join(" ")}`));
    box.firstChild.onclick = () => add(composer => composer.repeat(before));
  }
  if (name) make("button", "", `while ${name} is asked`, box).onclick = () => seat.captainFor(name);
  const b = make("button", "", `always: ${asked.replaceAll("_", " ")}`, box);
  b.title = "A standing order: the captain answers this question from now on";
  b.onclick = () => { seat.standing.set(asked, true); seat.captain("order"); };
  if (seat.joined.hints?.length) import("./practice.js").then(({ offerPractice }) => offerPractice(seat, box));
}

/** @param {Offer[]} path */
const push = path => add(composer => composer.push(path));
/** @param {Offer[]} path @param {number} number */
const pushNumber = (path, number) => add(composer => composer.pushNumber(path, number));

/** Add words to the order, and say it where it is whole then. @param {(composer: any) => Promise<boolean>} words */
async function add(words) {
  const seat = active, composer = seat && seat.composer;
  if (!seat || !composer || seat.isSaying || composer.isWaiting) return false;
  const whole = await words(composer).catch(why => { seat.wrong = why.message; order(seat); return false; });
  if (whole && !(memory.likes("careful", false) && seat.composer && seat.composer.isSettled)) seat.say();
  return whole;
}

/** Say the order as it stands. */
async function commit() {
  const seat = active, composer = seat && seat.composer;
  if (!seat || !composer || seat.isSaying || composer.isWaiting) return;
  if (composer.finish && composer.finish.way) return seat.fly(composer.finish.way, composer.tokens);
  if (composer.finish) await composer.push(composer.finish.words);
  if (composer.isWhole && seat.composer === composer) seat.say();
}

function colour(joined) {
  const names = Object.keys(joined.seats).map(sideOf), sides = new RegExp(`\\b(${names.join("|")})\\b`);
  return (text, parent) => {
    for (const part of text.split(sides)) {
      const n = names.indexOf(part);
      if (n >= 0) make("b", "seat" + n, part, parent); else if (part) parent.append(part);
    }
  };
}

page.redraw = () => {
  skip();
  if (!active || !active.shown) return;
  stands(active.shown, false);
  order(active);
};

// -- keys and buttons --

addEventListener("keydown", e => {
  if ($("main").hidden || e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return;
  const seat = active, composer = seat && seat.isAsked ? seat.composer : null, field = /** @type {any} */ (e.target);
  const typed = $("typed"), isField = field.matches("input, select");
  if (e.key === "Enter" && e.repeat) return e.preventDefault();
  if (steers(e)) return e.preventDefault();
  if (isPlaying() && !["Tab", "Shift"].includes(e.key) && !([" ", "Enter"].includes(e.key) && field.matches("button, select, a"))) {
    skip();
    if (e.key.length > 1 || e.key === " ") return e.preventDefault();
  }
  if (e.key === "Escape") { shut(); if (!close() && composer) { composer.clear(); typed.value = ""; } return; }
  if (!composer) return;
  if (e.key === "Backspace" && (!isField || (field === typed && !typed.value))) { if (composer.words.length) composer.pop(); else composer.clear(); return e.preventDefault(); }
  if (e.key === "Enter" && composer.isReady && !isField && !field.closest("#choices, #captain, a")) { commit(); return e.preventDefault(); }
  const inConsole = $("console").contains(field) || field === document.body;
  if (inConsole && !$("captain").contains(field) && field !== typed && arrows($("choices"), e)) return e.preventDefault();
  if (field === typed && !typed.value && ["ArrowDown", "ArrowUp"].includes(e.key) && arrows($("choices"), e)) return e.preventDefault();
  if (isField) return;
  if (e.key === "?") { $("legend").click(); return e.preventDefault(); }
  if (e.key.length === 1 && e.key !== " " && !field.closest(".stack")) typed.focus();
});
$("standing-open").onclick = async () => {
  const seat = active;
  if (!seat?.joined) return;
  (await import("./orders.js")).showOrders(seat, () => {
    if (seat.isAsked && seat.stand && seat.composer && !seat.composer.words.length) seat.standAlone(seat.stand);
  });
};
$("resign").onclick = async () => {
  const seat = active;
  if (seat && await sure("Give this game up?", ["The game is lost, with all that is still in it"], "Yes, resign")) seat.resign();
};
$("careful").checked = memory.likes("careful", false);
$("careful").onchange = () => memory.like("careful", $("careful").checked);
