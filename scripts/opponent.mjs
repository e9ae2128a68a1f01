// An opponent file (opp/2) in JavaScript: unzipped, its hashes checked, its golden vectors played.
//
//     npm install onnxruntime-node
//     node scripts/opponent.mjs FILE.opp                    (or: FILE.opp onnxruntime-web)
//
// Prints, as JSON, how far the answers of each policy lie from the golden ones and how many golden
// words of each level are spoken again; exit status 1 where any is not. docs/opponents.md says what
// the parts mean. In a page take onnxruntime-web and another `unzipped`; the rest is the same.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inflateRawSync } from "node:zlib";

const TOLERANCE = 1e-4;
const UNCLEAR = -1n;

// -- the file ---------------------------------------------------------------------------------

/** Return the files of a zip by name, as Buffers. */
export function unzipped(zip) {
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  if (end < 0) throw new Error("no zip");
  const files = {};
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const name = zip.toString("utf8", at + 46, at + 46 + zip.readUInt16LE(at + 28));
    const head = zip.readUInt32LE(at + 42);
    const begun = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
    const data = zip.subarray(begun, begun + size);
    files[name] = packed ? inflateRawSync(data) : data;
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + zip.readUInt16LE(at + field), 0);
  }
  return files;
}

const KINDS = { "<f4": Float32Array, "|i1": Int8Array, "<i8": BigInt64Array, "<u8": BigUint64Array };

/** Return an array of NumPy's .npy format: {shape, data}. */
export function array(file) {
  const begun = 10 + file.readUInt16LE(8);
  const head = file.toString("latin1", 10, begun);
  const kind = /'descr': '(.+?)'/.exec(head)[1];
  const shape = /'shape': \((.*?)\)/.exec(head)[1].split(",").filter((n) => n.trim()).map(Number);
  const bytes = new Uint8Array(file.subarray(begun)); // a copy, so that it begins at its place
  return { shape, data: new KINDS[kind](bytes.buffer) };
}

/** Return manifest and files of an opponent file; an Error says what is wrong with it. */
export function opened(path) {
  const files = unzipped(readFileSync(path));
  const manifest = JSON.parse(files["manifest.json"]);
  if (manifest.schema !== "opp/2") throw new Error(`schema ${manifest.schema}, not opp/2`);
  for (const { path: name, sha256 } of manifest.files) {
    const found = createHash("sha256").update(files[name]).digest("hex");
    if (found !== sha256) throw new Error(`${name}: its SHA-256 is not the one in manifest.json`);
  }
  return { manifest, files };
}

// -- a word -----------------------------------------------------------------------------------

const MASK = 0xffffffffn;

/** Return Philox4x32-10 of a counter (4 numbers of 32 bits) and a key (2): 4 BigInts. */
export function philox(counter, key) {
  let [a, b, c, d] = counter.map(BigInt);
  let [k, l] = key.map(BigInt);
  for (let round = 0; round < 10; round++) {
    const first = 0xd2511f53n * a;
    const second = 0xcd9e8d57n * c;
    [a, b, c, d] = [(second >> 32n) ^ b ^ k, second & MASK, (first >> 32n) ^ d ^ l, first & MASK];
    [k, l] = [(k + 0x9e3779b9n) & MASK, (l + 0xbb67ae85n) & MASK];
  }
  return [a, b, c, d];
}

/** Return u, 0 to 1, of a bot's seed (BigInt of 64 bits), a game and a decision. */
export function lot(seed, game, decision, draw = 0) {
  const [low, high] = philox([game, decision, draw, 0], [seed & MASK, seed >> 32n]);
  return Number((low | (high << 32n)) >> 11n) * 2 ** -53;
}

/** Return the word that a level speaks: `logits` and `legal` of one question, u from 0 to 1. */
export function word({ temperature, min_p }, logits, legal, u) {
  let best = -1;
  for (let i = 0; i < logits.length; i++) {
    if (legal[i] > 0 && (best < 0 || logits[i] > logits[best])) best = i;
  }
  if (temperature <= 0) return best;
  let sum = 0;
  const sums = Array.from(logits, (logit, i) => {
    const weight = legal[i] > 0 ? Math.exp((logit - logits[best]) / temperature) : 0;
    return (sum += weight < min_p ? 0 : weight);
  });
  return sums.findIndex((each) => each > u * sum);
}

// -- the check --------------------------------------------------------------------------------

/** Return the answers of a policy to the golden questions. */
async function answers(runtime, policy, golden, outputs) {
  const session = await runtime.InferenceSession.create(policy);
  const { observations, masks } = golden;
  const given = {
    obs: new runtime.Tensor("float32", observations.data, observations.shape),
    action_mask: new runtime.Tensor("float32", Float32Array.from(masks.data), masks.shape),
  };
  return session.run(given, outputs);
}

/** Return how well policies and levels are reproduced here. */
async function checked(path, runtime) {
  const { manifest, files } = opened(path);
  const golden = Object.fromEntries(
    Object.entries(unzipped(files["golden.npz"])).map(([n, data]) => [n.slice(0, -4), array(data)]),
  );
  const [rows, words] = golden.masks.shape;
  const outputs = manifest.outputs.map((output) => output.name);
  const result = { policies: {}, levels: {}, failed: 0 };
  for (const policy of manifest.policies) {
    const found = await answers(runtime, files[policy], golden, outputs);
    let worst = 0;
    for (const name of outputs) {
      const wanted = golden[`${policy.slice(0, -".onnx".length)}.${name}`].data;
      wanted.forEach((value, i) => (worst = Math.max(worst, Math.abs(value - found[name].data[i]))));
    }
    result.policies[policy] = worst;
    result.failed += worst > TOLERANCE;
    for (const level of manifest.levels.filter((each) => each.policy === policy)) {
      const wanted = golden[`words.${level.id}`].data;
      let [same, compared] = [0, 0];
      golden.seeds.data.forEach((seed, s) => {
        for (let row = 0; row < rows; row++) {
          if (wanted[s * rows + row] === UNCLEAR) continue;
          const [from, to] = [row * words, (row + 1) * words];
          const logits = found.logits.data.subarray(from, to);
          const legal = golden.masks.data.subarray(from, to);
          compared += 1;
          same += BigInt(word(level, logits, legal, lot(seed, 0, row))) === wanted[s * rows + row];
        }
      });
      result.levels[level.id] = { same, compared };
      result.failed += same !== compared;
    }
  }
  return result;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const here = createRequire(join(process.cwd(), "package.json"));
  const [path, runtime = "onnxruntime-node"] = process.argv.slice(2);
  const result = await checked(path, here(runtime));
  console.log(JSON.stringify(result, null, 1));
  process.exitCode = result.failed ? 1 : 0;
}
