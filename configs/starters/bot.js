// A bot for spacecombat/1 in JavaScript (node bot.js): chooses an enemy if it can, else any legal action.
"use strict";

// Return one of the legal actions, which are in `ask.words`: change this function.
function choose(ask, luck) {
  const enemies = ask.words.filter((word) => word.kind.startsWith("enemy"));
  const words = enemies.length ? enemies : ask.words;
  return words[Math.floor(luck() * words.length)];
}

// Return a source of random numbers in [0, 1) that follow from a seed (mulberry32).
function random(seed) {
  let state = seed % 2 ** 32;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const games = new Map();
const send = (message) => process.stdout.write(JSON.stringify(message) + "\n");
const log = (...words) => console.error(...words); // standard output is only for messages

const answers = {
  hello({ id }) {
    const wants = { view: false, events: false }; // view: true requests all that is known
    const about = { name: "JavaScript starter", version: "1", deterministic: true, wants };
    send({ type: "ready", id, protocol: "1.0", ...about });
  },
  ping: ({ id }) => send({ type: "pong", id }),
  new_game: ({ game, bot_seed }) => games.set(game, random(bot_seed)),
  ask(message) {
    const { id, game, at } = message;
    send({ type: "say", id, game, at, words: [choose(message, games.get(game)).token] });
  },
  refused: ({ code, reason }) => log("refused:", code, reason), // the host repeats the `ask` if it waits for an answer
  fault: ({ code, consequence }) => log("fault:", code, consequence),
  game_over({ game, verdict, reason }) {
    log("game over:", verdict, reason);
    games.delete(game);
  },
  bye: () => process.exit(0),
};

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message = JSON.parse(line);
    if (message.type in answers) answers[message.type](message);
  });
