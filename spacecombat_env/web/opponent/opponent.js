// An opponent file (.opp) of spacecombat-env at play. README.md says how; opponent.d.ts every type.

import { opened, played, textOf } from "./bundle.js";
import { lot, policyFor, word } from "./drawing.js";
import { OpponentError } from "./files.js";
import { levelNamed } from "./manifest.js";
import { read } from "./steps.js";

export { lot, OpponentError, word };

export class Opponent {
  #policies;

  /** Open an opponent file: bytes (ArrayBuffer or Uint8Array). An OpponentError says what is wrong.
   *  `name` is what errors call it; `runtime`, if handed in, is onnxruntime-web or -node and computes ONNX
   *  policies; otherwise plain steps are computed here. */
  static async open(bytes, { name = "opponent", runtime = null } = {}) {
    const bundle = await opened(new Uint8Array(bytes), name);
    const policies = new Map();
    for (const policy of bundle.manifest.policies) {
      policies.set(policy, await policyOf(policy, bundle, runtime, name));
    }
    const checked = await played(bundle, policies, name);
    return new Opponent(bundle, policies, checked, name);
  }

  constructor({ manifest, card }, policies, checked, file) {
    this.#policies = policies;
    Object.assign(this, { manifest, card, checked, file });
    this.name = manifest.name;
    this.levels = manifest.levels;
  }

  /** Return a level by name, null for the strongest; an OpponentError lists those there. */
  level(name = null) {
    const found = levelNamed(this.levels, name);
    if (found && !found.search) return found;
    const known = this.levels.map((each) => each.id).join(", ");
    const reason = found ? `${found.id} searches with the rules engine` : `${name} is none of: ${known}`;
    throw new OpponentError(this.file, "level", reason);
  }

  /** Return the outputs of a level's policy for a decision: {logits, value, wdl}. A level that mixes
   *  policies plays one of them in a game, which `random`, {seed, game}, draws. */
  async answers(obs, mask, level = null, random = {}) {
    const { observation, actions } = this.manifest.layouts;
    for (const [field, row, size] of [["obs", obs, observation.size], ["mask", mask, actions.size]]) {
      if (row.length === size) continue;
      throw new OpponentError(this.file, field, `${row.length} entries where it takes ${size}`);
    }
    const chosen = this.level(level);
    if (chosen.mixture?.length && (random?.seed === undefined || random.game === undefined)) {
      throw new OpponentError(this.file, "random", `${chosen.id} draws a policy for each game: {seed, game, decision}`);
    }
    const answer = this.#policies.get(policyFor(chosen, random));
    return answer(Float32Array.from(obs), Float32Array.from(mask));
  }

  /** Return the action that a level chooses. `level`: its name, or null for the strongest; `random`: {seed,
   *  game, decision, draw}, drawn as everywhere, or a number from 0 to 1 by dice of your own, unless the
   *  level mixes policies. */
  async choose(obs, mask, level = null, random = Math.random()) {
    const { logits } = await this.answers(obs, mask, level, random);
    const { seed, game, decision, draw } = random;
    const u = typeof random === "number" ? random : lot(seed, game, decision, draw);
    const said = word(this.level(level), logits, mask, u);
    if (said < 0) throw new OpponentError(this.file, "mask", "allows no action");
    return said;
  }

  /** Return {obs, mask} of the `vector` of a decision of the protocol spacecombat/1. */
  question({ obs, mask }) {
    const { observation, actions } = this.manifest.layouts;
    const bytes = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    const bits = bytes(mask);
    const scales = new Float32Array(observation.size).fill(1);
    for (const { offset, shape, scale } of observation.blocks) {
      const size = shape.reduce((product, each) => product * each, 1);
      const of = (i) => (Array.isArray(scale) ? scale[i % scale.length] : scale);
      for (let i = 0; i < size; i++) scales[offset + i] = of(i);
    }
    return {
      obs: Float32Array.from(new Int8Array(bytes(obs).buffer), (each, i) => each * scales[i]),
      mask: Int8Array.from({ length: actions.size }, (_, i) => (bits[i >> 3] >> (i & 7)) & 1),
    };
  }
}

/** Return what answers as a policy: (obs, mask) to {logits, value, wdl}, or a promise of it. */
async function policyOf(policy, { manifest, files }, runtime, file) {
  const steps = files.get(policy.replace(/\.onnx$/, ".json"));
  const byRuntime = policy.endsWith(".onnx") && (runtime || !steps);
  try {
    const answer = byRuntime
      ? await ofRuntime(files.get(policy), manifest, runtime)
      : ofSteps(steps, manifest);
    return async (obs, mask) => {
      const { logits, value, wdl } = await answer(obs, mask);
      return { logits, value: value[0], wdl: wdl ?? null };
    };
  } catch (cause) {
    throw new OpponentError(file, policy, cause.message);
  }
}

function ofSteps(bytes, { layouts, outputs }) {
  const { sizes, run } = read(textOf(bytes));
  const [entries, words] = [layouts.observation.size, layouts.actions.size];
  const wanted = { obs: entries, action_mask: words, logits: words, value: 1, wdl: 3 };
  const names = outputs.map((each) => each.name);
  for (const name of ["obs", "action_mask", ...names]) {
    if (sizes.get(name) !== wanted[name]) throw new Error(`${name} is not of ${wanted[name]} entries`);
  }
  return (obs, mask) => {
    const rows = run(obs, mask);
    return Object.fromEntries(names.map((name) => [name, rows.get(name)]));
  };
}

async function ofRuntime(bytes, { outputs }, runtime) {
  if (!runtime) throw new Error("has no steps: hand in a runtime, or rewrite it by spacecombat export");
  const session = await runtime.InferenceSession.create(bytes);
  const names = outputs.map((each) => each.name);
  const tensor = (row) => new runtime.Tensor("float32", row, [1, row.length]);
  return async (obs, mask) => {
    const found = await session.run({ obs: tensor(obs), action_mask: tensor(mask) }, names);
    return Object.fromEntries(names.map((name) => [name, found[name].data]));
  };
}
