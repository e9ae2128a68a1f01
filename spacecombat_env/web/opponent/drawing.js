// How logits become an action, and where the random number comes from: the same as in Python, bit for bit.

const WORD = 0xffffffffn;

/** Return Philox4x32-10 of a counter (4 numbers of 32 bits) and a key (2): 4 BigInts. */
export function philox(counter, key) {
  let [a, b, c, d] = counter.map(BigInt);
  let [k, l] = key.map(BigInt);
  for (let round = 0; round < 10; round++) {
    const first = 0xd2511f53n * a;
    const second = 0xcd9e8d57n * c;
    [a, b, c, d] = [(second >> 32n) ^ b ^ k, second & WORD, (first >> 32n) ^ d ^ l, first & WORD];
    [k, l] = [(k + 0x9e3779b9n) & WORD, (l + 0xbb67ae85n) & WORD];
  }
  return [a, b, c, d];
}

/** Return u, from 0 to 1, of a bot's seed (64 bits), a game, a decision of it and a draw. */
export function lot(seed, game, decision, draw = 0) {
  const whole = BigInt(seed);
  const [low, high] = philox([game, decision, draw, 0], [whole & WORD, whole >> 32n]);
  return Number((low | (high << 32n)) >> 11n) * 2 ** -53;
}

const POLICY_DRAW = 1; // the draw of a game's first decision that chooses a policy of a mixture

/** Return the policy that a level plays in a game: its own, or the one drawn from its mixture. */
export function policyFor({ policy, mixture }, { seed, game }) {
  if (!mixture?.length) return policy;
  let sum = 0;
  const sums = mixture.map(({ weight = 1 }) => (sum += weight));
  const u = lot(seed, game, 0, POLICY_DRAW);
  return mixture[sums.findIndex((each) => each > u * sum)].policy;
}

/** Return the action that a level chooses: `logits` and `mask` of one decision, u from 0 to 1. */
export function word({ temperature, min_p }, logits, mask, u) {
  let best = -1;
  for (let i = 0; i < logits.length; i++) {
    if (mask[i] > 0 && (best < 0 || logits[i] > logits[best])) best = i;
  }
  if (temperature <= 0 || best < 0) return best;
  let sum = 0;
  const sums = Array.from(logits, (logit, i) => {
    const weight = mask[i] > 0 ? Math.exp((logit - logits[best]) / temperature) : 0;
    return (sum += weight < min_p ? 0 : weight);
  });
  return sums.findIndex((each) => each > u * sum);
}
