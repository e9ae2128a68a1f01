// A game of Battle Rider in a page: the rules in WebAssembly, the opponent in JavaScript.

import { Rules } from "./engine/engine.js";
import { drawMap } from "./map.js";
import { Opponent } from "./opponent/opponent.js";

const PERSON = "person";
const SEATS = ["Red", "Blue"];
const VERDICTS = ["Red wins", "Blue wins", "A draw"];
const PAUSE = 40; // milliseconds between decisions that are looked at

const selectOf = (seat) => find(SEATS[seat].toLowerCase());
/** Whether a seat plays against a person, who must not see its decisions. */
const isSecret = (seat) => selectOf(1 - seat).value === PERSON && selectOf(seat).value !== PERSON;
const find = (id) => document.getElementById(id);
const bytes = async (path) => (await fetch(path)).arrayBuffer();
let round = 0; // of the newest game; an older one stops

async function load() {
  const rules = await Rules.load(fetch("engine/battle_rider.wasm"));
  const scenario = rules.open(await bytes("skirmish.scenario"));
  const opponent = await Opponent.open(await bytes("skirmish.opp"));
  for (const layout of ["actions", "observation"]) {
    if (opponent.manifest.layouts[layout].hash === scenario.about[layout].hash) continue;
    throw new Error(`the opponent was made for other ${layout}`);
  }
  return { scenario, opponent };
}

function fillSelects({ levels }) {
  const names = [PERSON, ...levels.filter((each) => !each.search).map((each) => each.id)];
  for (const id of ["red", "blue"]) {
    find(id).replaceChildren(...names.map((name) => new Option(name, name)));
    find(id).selectedIndex = id === "red" ? names.length - 1 : 1;
  }
}

/** Return an action in words: "verbs: fire", "enemy forces 2". */
function wordsOf(scenario, action) {
  const { block, index, column } = scenario.locate(action);
  if (column) return column.replaceAll("_", " ");
  return `${block.replaceAll("_", " ")} ${index + 1}`;
}

function show(scenario, game) {
  const reader = Number(find("reader").value);
  const state = scenario.read(reader < 0 ? game.record() : game.redact(reader));
  drawMap(find("map"), scenario, state);
  find("state").textContent = game.isOver ? resultOf(scenario, game) : decisionOf(scenario, game);
}

/** Return what is decided; of a person's enemy no more than whose decision it is. */
function decisionOf(scenario, game) {
  if (isSecret(game.seat)) return `${SEATS[game.seat]} decides …`;
  const { turn, phase, decision } = scenario.read(game.redact());
  const words = [["phase", phase], ["decision", decision]].map(([field, value]) =>
    scenario.nameOf(field, value).replaceAll("_", " "),
  );
  return `Turn ${turn}, ${words[0]}. ${SEATS[game.seat]} decides: ${words[1]}`;
}

function resultOf(scenario, game) {
  const { verdict, reason, turns, margin } = game.outcome();
  return `${VERDICTS[verdict]} in turn ${turns}: ${scenario.about.reasons[reason]}. Margin ${margin}.`;
}

function note(seat, text) {
  const line = document.createElement("li");
  line.className = SEATS[seat].toLowerCase();
  line.textContent = `${SEATS[seat]}: ${text}`;
  find("log").prepend(line);
}

/** Offer the legal actions; return the one that is clicked. */
function askPerson(scenario, game) {
  return new Promise((resolve) => {
    const legal = game.legal();
    const buttons = [...legal.keys()].filter((action) => legal[action]).map((action) => {
      const button = document.createElement("button");
      button.textContent = wordsOf(scenario, action);
      button.onclick = () => {
        find("choices").replaceChildren();
        resolve(action);
      };
      return button;
    });
    find("choices").replaceChildren(...buttons);
  });
}

async function unpaused() {
  while (find("pause").ariaPressed === "true") await wait(100);
}

const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

async function play({ scenario, opponent }) {
  const own = ++round;
  const seed = Number(find("seed").value);
  const game = scenario.start(seed);
  const pause = Number(new URLSearchParams(location.search).get("pause") ?? PAUSE);
  find("log").replaceChildren();
  find("choices").replaceChildren();
  for (const seat of [0, 1]) if (isSecret(1 - seat)) find("reader").value = seat;
  for (let decision = 0; !game.isOver && own === round; decision++) {
    const { seat } = game;
    const level = selectOf(seat).value;
    if (pause || level === PERSON || decision % 50 === 0) show(scenario, game);
    const action =
      level === PERSON
        ? await askPerson(scenario, game)
        : await opponent.choose(scenario.floats(game.observe()), game.legal(), level, { seed, game: 0, decision });
    if (own !== round) break;
    if (!isSecret(seat)) note(seat, wordsOf(scenario, action));
    game.apply(action);
    if (pause) await wait(pause);
    await unpaused();
  }
  if (own === round) {
    show(scenario, game);
    document.body.dataset.digest = game.digest();
  }
  game.free();
}

try {
  const loaded = await load();
  fillSelects(loaded.opponent);
  find("start").onclick = () => play(loaded);
  find("pause").onclick = ({ target }) => {
    target.ariaPressed = String(target.ariaPressed !== "true");
    target.textContent = target.ariaPressed === "true" ? "Resume" : "Pause";
  };
  find("start").click();
} catch (cause) {
  find("state").textContent = `The game cannot be played: ${cause.message}`;
  throw cause;
}
