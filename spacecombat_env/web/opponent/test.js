// npm test, in a checkout: the shipped opponents open, play their golden vectors, and read the corpus
// of decisions that lies with the protocol.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

import { Opponent, lot, word } from "./opponent.js";

const ROOT = new URL("../../../", import.meta.url);
const SHIPPED = { battle_rider: "battle_rider_skirmish", intercept_sensors: "intercept_sensors_duel" };
const RULES = ["battle_rider", "intercept_sensors", "interceptor"];

const read = (path) => readFile(new URL(path, ROOT));
const shipped = async (name) => Opponent.open(await read(`agents/spacecombat_agents/opponents/${name}.opp`), { name });
const corpus = async (rules) =>
  JSON.parse(gunzipSync(await read(`spacecombat_env/protocol/encodings/${rules}.json.gz`)));

for (const rules of RULES)
  test(`${rules}: the corpus holds whole vectors`, async () => {
    const { observation, decisions } = await corpus(rules);
    const turn = observation.blocks[0].columns.indexOf("turn");
    for (const { view, vector } of decisions) {
      const obs = Int8Array.from(Buffer.from(vector.obs, "base64"), (byte) => (byte << 24) >> 24);
      const mask = Buffer.from(vector.mask, "base64");
      assert.equal(obs.length, observation.size);
      assert.equal(mask.length, (observation.words + 7) >> 3);
      assert.ok(mask.some((byte) => byte));
      assert.equal(obs[turn], view.turn);
    }
  });

for (const [rules, name] of Object.entries(SHIPPED))
  test(`${name}: plays the corpus`, async () => {
    const opponent = await shipped(name);
    assert.ok(Object.keys(opponent.checked.levels).length > 2);
    const { observation, decisions } = await corpus(rules);
    assert.equal(opponent.manifest.layouts.observation.hash, observation.hash);
    for (const [decision, { vector }] of decisions.entries()) {
      const { obs, mask } = opponent.question(vector);
      assert.equal(mask[await opponent.choose(obs, mask, null, { seed: 1n, game: 0, decision })], 1);
    }
  });

test("the same decision is drawn the same way, among legal actions", () => {
  assert.equal(lot(7n, 0, 12), lot(7, 0, 12));
  const level = { temperature: 1, min_p: 0 };
  assert.equal(word(level, [0, 5, 1], [1, 0, 1], 0.999), 2);
  assert.equal(word(level, [0, 5, 1], [0, 0, 0], 0.5), -1);
});
