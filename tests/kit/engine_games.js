// Whole games at random in JavaScript, as numbers to compare with Python's (kit/foreign_games.py).

const MODULUS = 2147483647;

/** Fold a row of int8 into a sum; the same in kit/foreign_games.py. */
function folded(sum, row) {
  let own = 0;
  for (let at = 0; at < row.length; at++) own += (row[at] + 128) * (at + 1);
  return (sum * 31 + (own % MODULUS)) % MODULUS;
}

/** Play a game: what came of it, and a sum over all masks and observations. */
export function played(scenario, seed, every = 1) {
  const game = scenario.start(seed);
  let draw = BigInt(seed);
  let sum = 0;
  let decisions = 0;
  for (; !game.isOver; decisions++) {
    if (decisions % every === 0) {
      sum = folded(folded(sum, game.legal()), game.observe(decisions & 1));
      sum = (sum * 31 + game.seat + game.player) % MODULUS;
    }
    const next = game.random(draw);
    draw = next.seed;
    game.apply(next.action);
  }
  const found = [game.digest(), sum, decisions, game.returns(), Object.values(game.outcome())];
  game.free();
  return found;
}

/** Play games with seeds from `first` on. */
export function playedAll(scenario, first, count, every = 1) {
  return Array.from({ length: count }, (_, n) => played(scenario, first + n, every));
}
