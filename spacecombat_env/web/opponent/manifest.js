// What a manifest must say to be played here: the same list as Python's, with the same reasons.

export const SCHEMA = "opp/2";
const FIELDS = {
  name: "string",
  created: "string",
  rules: "object",
  layouts: "object",
  scenario: "object",
  delegate: "list",
  mask: "string",
  inputs: "list",
  outputs: "list",
  training: "object",
  kind: "string",
  policies: "list",
  levels: "list",
  decision: "object",
};
const DECISION = { rng: "philox4x32-10", method: "inverse-cdf-f64", ties: "lowest" };
const OUTPUTS = ["logits,value", "logits,value,wdl"];
const LEVEL = ["id", "policy", "temperature", "min_p", "search", "mixture", "made_of", "rating", "interval", "vs"];
const SHARE = ["policy", "weight"];
const HOTTEST = 100;

const kindOf = (value) => (Array.isArray(value) ? "list" : value === null ? "null" : typeof value);

/** Call `refuse(field, reason)`, which throws, where a manifest is not one that is played here. */
export function checkManifest(manifest, refuse) {
  if (manifest.schema !== SCHEMA) refuse("schema", `${manifest.schema}: ${SCHEMA} is read here`);
  for (const [field, kind] of Object.entries(FIELDS)) {
    if (kindOf(manifest[field]) !== kind) refuse(field, `is missing or no ${kind}`);
  }
  if (!["net", "net+engine"].includes(manifest.kind)) refuse("kind", `${manifest.kind} is unknown`);
  if ((manifest.state ?? null) !== null) refuse("state", "policies with a memory are not played");
  for (const [field, ours] of Object.entries(DECISION)) {
    if (manifest.decision[field] !== ours) refuse(`decision.${field}`, `is not ${ours}`);
  }
  for (const name of manifest.policies) {
    if (!/^policy[a-z0-9_-]*\.(onnx|json)$/.test(name)) refuse("policies", `${name} is no policy`);
  }
  const named = manifest.outputs.map((each) => each?.name).join();
  if (!OUTPUTS.includes(named)) refuse("outputs", "are not logits, value and maybe wdl");
  const { observation, actions } = manifest.layouts;
  if (!(observation?.size > 0 && actions?.size > 0)) refuse("layouts", "have no sizes");
  checkLevels(manifest, refuse);
}

function checkLevels({ levels, policies }, refuse) {
  const known = new Set();
  if (!levels.length) refuse("levels", "there is none");
  levels.forEach((level, i) => {
    const place = `levels[${i + 1}]`;
    for (const field of Object.keys(level ?? {})) {
      if (!LEVEL.includes(field)) refuse(`${place}.${field}`, "is unknown: it would change the play");
    }
    const { id, policy, temperature = 0, min_p = 0, mixture = [] } = level ?? {};
    if (!/^[a-z0-9][a-z0-9_-]{0,31}$/.test(id)) refuse(`${place}.id`, `${id} is no name of a level`);
    if (known.has(id)) refuse(`${place}.id`, `${id} is there twice`);
    if (!policies.includes(policy)) refuse(`${place}.policy`, `${policy} is none of: ${policies}`);
    if (!(temperature >= 0 && temperature <= HOTTEST)) refuse(`${place}.temperature`, "is not 0 to 100");
    if (!(min_p >= 0 && min_p <= 1)) refuse(`${place}.min_p`, "is not 0 to 1");
    if (mixture.length) checkMixture(level, policies, (reason) => refuse(`${place}.mixture`, reason));
    known.add(id);
  });
}

function checkMixture({ policy, search, mixture }, policies, refuse) {
  const mixed = mixture.map((share) => share?.policy);
  for (const share of mixture) {
    if (!policies.includes(share?.policy)) refuse(`${share?.policy} is none of: ${policies}`);
    for (const field of Object.keys(share)) {
      if (!SHARE.includes(field)) refuse(`${field} is unknown: it would change the play`);
    }
    if (!((share.weight ?? 1) > 0)) refuse("has a weight that is not above 0");
  }
  if (!mixed.includes(policy) || new Set(mixed).size < mixed.length) refuse(`does not hold ${policy} and others once each`);
  if (search) refuse("a level that searches has one policy");
}

/** Return the level of a name; without one that of the highest rating, or the last; null: none. */
export function levelNamed(levels, name) {
  if (name !== undefined && name !== null) return levels.find((each) => each.id === name) ?? null;
  const alone = levels.filter((each) => !each.search);
  const rating = (level) => level.rating ?? -Infinity;
  return alone.reduce((best, each) => (best && rating(best) > rating(each) ? best : each), null);
}
