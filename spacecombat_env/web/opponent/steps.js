// Policies as JSON: a list of steps on rows of numbers. docs/opponents/json_policies.md has every step and field.

const FORM = "steps/1";
const MOST = 1 << 24; // numbers that all steps may make for a decision
const EXTRA = { largest: ["width"], softmax: ["width"], product: ["width"], take: ["places"] };
EXTRA.norm = ["width", "epsilon"];

/** Return a step that works entry by entry; shorter rows are repeated. */
const each = (rule) => (step, out, a, b, c) => {
  for (let i = 0; i < out.length; i++) {
    out[i] = rule(a[i % a.length], b?.[i % b.length], c?.[i % c.length]);
  }
};

/** Return a step that works on runs of `width` entries, one by one. */
const runs = (rule) => (step, out, a) => {
  for (let at = 0; at < a.length; at += step.width) {
    rule(a.subarray(at, at + step.width), out, at, step);
  }
};

function product({ width }, out, a, b, bias) {
  const count = b.length / width;
  for (let i = 0; i < out.length; i++) {
    const column = i % count;
    let sum = 0;
    let [x, y] = [((i - column) / count) * width, column * width];
    for (let k = 0; k < width; k++) sum += a[x++] * b[y++];
    out[i] = bias ? sum + bias[column] : sum;
  }
}

function take({ places }, out, ...rows) {
  const starts = [];
  let total = 0;
  for (const row of rows) {
    starts.push(total);
    total += row.length;
  }
  places.forEach((place, i) => {
    let from = rows.length - 1;
    while (starts[from] > place) from--;
    out[i] = rows[from][place - starts[from]];
  });
}

function softmax(run, out, at) {
  const most = largest(run);
  let sum = 0;
  for (const x of run) sum += Math.exp(x - most);
  run.forEach((x, i) => (out[at + i] = Math.exp(x - most) / sum));
}

function norm(run, out, at, { epsilon }) {
  const mean = run.reduce((sum, x) => sum + x, 0) / run.length;
  const spread = run.reduce((sum, x) => sum + (x - mean) ** 2, 0) / run.length;
  run.forEach((x, i) => (out[at + i] = (x - mean) / Math.sqrt(spread + epsilon)));
}

const largest = (run) => run.reduce((most, x) => Math.max(most, x), -Infinity);

/** What a policy may be made of: [fewest rows, most rows, what is done]. */
const STEPS = {
  add: [2, 2, each((a, b) => a + b)],
  divide: [2, 2, each((a, b) => a / b)],
  equal: [2, 2, each((a, b) => (a === b ? 1 : 0))],
  greater: [2, 2, each((a, b) => (a > b ? 1 : 0))],
  largest: [1, 1, runs((run, out, at, { width }) => (out[at / width] = largest(run)))],
  maximum: [2, 2, each((a, b) => Math.max(a, b))],
  minimum: [2, 2, each((a, b) => Math.min(a, b))],
  multiply: [2, 2, each((a, b) => a * b)],
  norm: [1, 1, runs(norm)],
  product: [2, 3, product],
  relu: [1, 1, each((a) => Math.max(a, 0))],
  sigmoid: [1, 1, each((a) => 1 / (1 + Math.exp(-a)))],
  softmax: [1, 1, runs(softmax)],
  subtract: [2, 2, each((a, b) => a - b)],
  take: [1, Infinity, take],
  tanh: [1, 1, each(Math.tanh)],
  where: [3, 3, each((c, a, b) => (c !== 0 ? a : b))],
};

/** Return a policy: {inputs, sizes, run(obs, mask)}; run returns all rows that it made, by name, a
 *  Map of Float32Array. An Error says which place of the file is wrong, and why. */
export function read(text) {
  const content = JSON.parse(text);
  if (content?.form !== FORM) throw new Error(`form: ${content?.form}, not ${FORM}`);
  const { obs, action_mask } = content.inputs ?? {};
  if (!isSize(obs) || !isSize(action_mask)) throw new Error("inputs: are not obs and action_mask");
  const weights = new Map(
    Object.entries(content.weights ?? {}).map(([name, each]) => [name, weight(name, each)]),
  );
  if (!Array.isArray(content.steps)) throw new Error("steps: is not a list");
  const sizes = new Map([...weights].map(([name, row]) => [name, row.length]));
  sizes.set("obs", obs).set("action_mask", action_mask);
  let made = 0;
  content.steps.forEach((step, i) => {
    const place = `steps[${i + 1}]`;
    checkFields(place, step);
    made += checkRows(`${place} (${step.do})`, step, sizes);
    if (made > MOST) throw new Error(`${place}: more than ${MOST} numbers are made up to there`);
  });
  const run = (observation, mask) => {
    const rows = new Map(weights);
    rows.set("obs", observation).set("action_mask", mask);
    for (const step of content.steps) {
      const out = new Float32Array(sizes.get(step.out));
      STEPS[step.do][2](step, out, ...step.of.map((name) => rows.get(name)));
      rows.set(step.out, out);
    }
    return rows;
  };
  return { inputs: content.inputs, sizes, run };
}

const isSize = (value) => Number.isInteger(value) && value > 0;

/** Return a weight as a row of numbers. */
function weight(name, { shape, float16, float32 }) {
  const bytes = Uint8Array.from(atob(float16 ?? float32), (char) => char.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const row = new Float32Array(Math.floor(bytes.length / (float16 === undefined ? 4 : 2)));
  for (let i = 0; i < row.length; i++) {
    row[i] = float16 === undefined ? view.getFloat32(4 * i, true) : half(view.getUint16(2 * i, true));
  }
  const size = Array.isArray(shape) ? shape.reduce((product, each) => product * each, 1) : NaN;
  if (row.length !== size) throw new Error(`weights.${name}: ${row.length} numbers for its shape`);
  return row;
}

/** Return a number of 16 bits: sign, 5 bits of exponent, 10 of mantissa. */
function half(bits) {
  const [exponent, mantissa] = [(bits >> 10) & 31, bits & 1023];
  let value = (1 + mantissa / 1024) * 2 ** (exponent - 15);
  if (exponent === 0) value = mantissa * 2 ** -24;
  if (exponent === 31) value = mantissa ? NaN : Infinity;
  return bits & 0x8000 ? -value : value;
}

/** Throw where a step is not one by itself. */
function checkFields(place, step) {
  if (!Object.hasOwn(STEPS, step?.do)) throw new Error(`${place}.do: ${step?.do} is no step`);
  const wanted = ["do", "of", "out", ...(EXTRA[step.do] ?? [])].sort().join();
  if (Object.keys(step).sort().join() !== wanted) throw new Error(`${place}: fields are not ${wanted}`);
  const [fewest, most] = STEPS[step.do];
  if (!Array.isArray(step.of) || step.of.length < fewest || step.of.length > most) {
    throw new Error(`${place}.of: is not what ${step.do} is made of`);
  }
  if ("width" in step && !isSize(step.width)) throw new Error(`${place}.width: is not a whole number`);
  if ("epsilon" in step && typeof step.epsilon !== "number") throw new Error(`${place}.epsilon: is not a number`);
  if ("places" in step && !(Array.isArray(step.places) && step.places.length)) {
    throw new Error(`${place}.places: is not a list of places`);
  }
}

/** Note how many entries a step makes, and return it; throw where its rows do not fit. */
function checkRows(place, step, sizes) {
  for (const name of step.of) if (!sizes.has(name)) throw new Error(`${place}: ${name} is not known`);
  if (sizes.has(step.out)) throw new Error(`${place}: ${step.out} is there already`);
  const given = step.of.map((name) => sizes.get(name));
  const { width } = step;
  let size = Math.max(...given);
  let fits = given.every((each) => size % each === 0);
  if (step.do === "take") {
    const total = given.reduce((sum, each) => sum + each, 0);
    size = step.places.length;
    fits = step.places.every((each) => Number.isInteger(each) && each >= 0 && each < total);
  } else if (step.do === "product") {
    const [a, b] = given.map((each) => each / width);
    size = a * b;
    fits = Number.isInteger(a) && Number.isInteger(b) && (given[2] ?? b) === b;
  } else if (width) {
    fits = size % width === 0;
    if (step.do === "largest") size /= width;
  }
  if (!fits) throw new Error(`${place}: does not fit ${given.join(", ")} entries`);
  sizes.set(step.out, size);
  return size;
}
