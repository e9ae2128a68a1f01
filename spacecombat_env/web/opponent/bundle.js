// The content of an opponent file, hashes and manifest checked, and what its golden vectors say.

import { lot, policyFor, word } from "./drawing.js";
import { array, canonical, OpponentError, sha256, unzipped } from "./files.js";
import { checkManifest } from "./manifest.js";

const MANIFEST = "manifest.json";
const GOLDEN = "golden.npz";
const CARD = "card.json";
const TOLERANCE = 1e-4; // how far answers may lie from the golden ones
const GAME = 0; // the number of the game whose decisions the golden rows are
const UNCLEAR = -1n; // in place of a golden action where rounding decides which it is

/** Return {manifest, files} of an opponent file (Uint8Array); `file` is what errors call it. */
export async function opened(bytes, file) {
  const files = await unzipped(bytes, file);
  const refuse = (field, reason) => {
    throw new OpponentError(file, field, reason);
  };
  if (!files.has(MANIFEST)) refuse(MANIFEST, "is missing");
  const text = textOf(files.get(MANIFEST));
  const manifest = parsed(text, (reason) => refuse(MANIFEST, reason));
  await checkHashes(manifest, files, refuse);
  const whole = await sha256(new TextEncoder().encode(canonical(text, "bundle_hash")));
  if (whole !== manifest.bundle_hash) {
    refuse(`${MANIFEST} bundle_hash`, "does not fit: the manifest was changed");
  }
  checkManifest(manifest, (field, reason) => refuse(`${MANIFEST} ${field}`, reason));
  for (const name of [GOLDEN, CARD, ...manifest.policies]) {
    if (!files.has(name)) refuse(name, "is missing");
  }
  const card = parsed(textOf(files.get(CARD)), (reason) => refuse(CARD, reason));
  return { manifest, files, card };
}

/** Return bytes as text. */
export const textOf = (bytes) => new TextDecoder().decode(bytes);

/** Return a JSON object. */
function parsed(text, refuse) {
  let content;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    refuse(`no JSON: ${cause.message}`);
  }
  if (typeof content !== "object" || content === null) refuse("is no JSON object");
  return content;
}

async function checkHashes(manifest, files, refuse) {
  if (!Array.isArray(manifest.files)) refuse(`${MANIFEST} files`, "is not a list of files");
  const hashes = new Map(manifest.files.map((each) => [each?.path, each?.sha256]));
  for (const name of hashes.keys()) if (!files.has(name)) refuse(name, "is missing");
  for (const [name, bytes] of files) {
    if (name === MANIFEST) continue;
    if (!hashes.has(name)) refuse(name, `is not listed in ${MANIFEST}`);
    if ((await sha256(bytes)) !== hashes.get(name)) {
      refuse(name, `its SHA-256 is not the one in ${MANIFEST}: changed or damaged`);
    }
  }
}

// -- golden vectors ---------------------------------------------------------------------------

/** Play the golden vectors: `policies` are functions by name. Return how far each policy's answers
 *  were off, and how many actions of each level were compared; throw where one is another. */
export async function played({ manifest, files }, policies, file) {
  const golden = new Golden(await goldenArrays(files.get(GOLDEN), file), manifest, file);
  const result = { policies: {}, levels: {} };
  const answers = new Map();
  for (const [policy, answer] of policies) {
    const found = [];
    for (let row = 0; row < golden.rows; row++) found.push(await answer(...golden.question(row)));
    result.policies[policy] = golden.distance(policy, found);
    answers.set(policy, found);
  }
  for (const level of manifest.levels) result.levels[level.id] = golden.compared(level, answers);
  return result;
}

/** Return the golden arrays by name: {shape, data}. */
async function goldenArrays(bytes, file) {
  try {
    const files = await unzipped(bytes, GOLDEN);
    return new Map([...files].map(([name, each]) => [name.replace(/\.npy$/, ""), array(each)]));
  } catch (cause) {
    throw new OpponentError(file, GOLDEN, `cannot be read: ${cause.message}`);
  }
}

class Golden {
  constructor(arrays, manifest, file) {
    Object.assign(this, { arrays, manifest, file });
    const { observation, actions } = manifest.layouts;
    this.sizes = { observations: observation.size, masks: actions.size, logits: actions.size, wdl: 3 };
    this.rows = arrays.get("masks")?.shape[0] || this.refuse("masks are missing");
    this.observations = this.of("observations", Float32Array, this.rows, observation.size);
    this.masks = this.of("masks", Int8Array, this.rows, actions.size);
    this.seeds = this.of("seeds", BigUint64Array, arrays.get("seeds")?.shape[0]);
  }

  refuse(reason) {
    throw new OpponentError(this.file, GOLDEN, reason);
  }

  /** Return the numbers of an array of that kind and shape. */
  of(name, kind, ...shape) {
    const found = this.arrays.get(name);
    if (!(found?.data instanceof kind) || String(found.shape) !== String(shape)) {
      this.refuse(`${name} is no ${kind.name} of ${shape.join(" x ")}`);
    }
    return found.data;
  }

  row(kind, row) {
    return this[kind].subarray(row * this.sizes[kind], (row + 1) * this.sizes[kind]);
  }

  question(row) {
    return [this.row("observations", row), Float32Array.from(this.row("masks", row))];
  }

  /** Return how far answers lie from the golden ones, at most. */
  distance(policy, found) {
    let worst = 0;
    for (const { name } of this.manifest.outputs) {
      const sizes = name in this.sizes ? [this.sizes[name]] : [];
      const stem = policy.slice(0, policy.lastIndexOf("."));
      const wanted = this.of(`${stem}.${name}`, Float32Array, this.rows, ...sizes);
      const given = found.flatMap((each) => (sizes.length ? [...each[name]] : each[name]));
      given.forEach((each, i) => {
        const off = Math.abs(each - wanted[i]);
        if (!(off <= worst)) worst = off; // one that is not a number, too
      });
    }
    if (!(worst <= TOLERANCE)) this.refuse(`${policy}: outputs differ by ${worst} on this runtime`);
    return worst;
  }

  /** Return how many actions of a level were compared; all are the same. */
  compared(level, answers) {
    const wanted = this.of(`words.${level.id}`, BigInt64Array, this.seeds.length, this.rows);
    let compared = 0;
    wanted.forEach((each, i) => {
      const row = i % this.rows;
      const seed = this.seeds[(i - row) / this.rows];
      const { logits } = answers.get(policyFor(level, { seed, game: GAME }))[row];
      const said = word(level, logits, this.row("masks", row), lot(seed, GAME, row));
      if (each === UNCLEAR) return;
      if (BigInt(said) !== each) this.refuse(`level ${level.id}: other actions are chosen on this runtime`);
      compared += 1;
    });
    return compared;
  }
}
