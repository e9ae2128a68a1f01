// The rules of spacecombat-env in WebAssembly, for pages and Node. README.md has examples;
// engine.d.ts has every type.

const CODES = {
  null: -1,
  file: -2,
  version: -3,
  rules: -4,
  size: -5,
  seat: -6,
  illegal: -7,
  over: -8,
  saved: -9,
  other: -10,
  memory: -11,
};
const ARRAYS = {
  int8: "getInt8",
  uint8: "getUint8",
  int16: "getInt16",
  uint16: "getUint16",
  int32: "getInt32",
  uint32: "getUint32",
};
const INFO_BYTES = 32 + 16 + 64 + 72 + 4 * 4;
const DIGEST_BYTES = 65;
const RESULT = ["verdict", "reason", "turns", "decisions", "margin"];

/** An error of the engine; its `code` is a name of CODES, such as "illegal". */
export class EngineError extends Error {
  constructor(code, text) {
    super(text);
    this.name = "EngineError";
    this.code = Object.keys(CODES).find((name) => CODES[name] === code) ?? "unknown";
  }
}

/** The compiled rules of a rule set. */
export class Rules {
  #exports;

  /** Load a .wasm file: its bytes, a Response or a promise of one, or a WebAssembly.Module. */
  static async load(source) {
    const given = await source;
    const bytes = typeof given?.arrayBuffer === "function" ? await given.arrayBuffer() : given;
    const module = bytes instanceof WebAssembly.Module ? bytes : await WebAssembly.compile(bytes);
    const { exports } = await WebAssembly.instantiate(module, {});
    exports._initialize?.();
    return new Rules(exports);
  }

  constructor(exports) {
    this.#exports = exports;
  }

  /** Bytes of the memory that all scenarios and games share; it grows as needed. */
  get memoryBytes() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Open the content of a scenario file (ArrayBuffer or Uint8Array). */
  open(bytes) {
    const given = new Uint8Array(bytes);
    const memory = new Memory(this.#exports);
    const data = memory.put(given);
    const place = memory.take(4);
    try {
      memory.check(this.#exports.spacecombat_open(data, BigInt(given.length), place));
      return new Scenario(memory, memory.view().getUint32(place, true));
    } finally {
      memory.give(data);
      memory.give(place);
    }
  }
}

/** The memory of a loaded rule set. Views are made for each use, since growing detaches them. */
class Memory {
  constructor(exports) {
    this.exports = exports;
  }

  take(size) {
    const place = this.exports.malloc(size);
    if (!place) throw new EngineError(CODES.memory, "no memory left");
    return place;
  }

  give(place) {
    this.exports.free(place);
  }

  put(bytes) {
    const place = this.take(bytes.length || 1);
    this.bytes(place, bytes.length).set(bytes);
    return place;
  }

  view() {
    return new DataView(this.exports.memory.buffer);
  }

  bytes(place, length) {
    return new Uint8Array(this.exports.memory.buffer, place, length);
  }

  text(place, limit = Infinity) {
    const all = new Uint8Array(this.exports.memory.buffer);
    let end = place;
    while (all[end] && end < place + limit) end++;
    return new TextDecoder().decode(all.slice(place, end));
  }

  check(code) {
    if (code >= 0) return code;
    throw new EngineError(code, this.text(this.exports.spacecombat_message(code)));
  }
}

/** A scenario that is open. */
export class Scenario {
  #memory;
  #place;

  constructor(memory, place) {
    this.#memory = memory;
    this.#place = place;
    this.#describe();
    const { exports } = memory;
    const factors = exports.spacecombat_scales(place);
    this.scales = new Float32Array(exports.memory.buffer, factors, this.info.observation).slice();
    this.about = JSON.parse(memory.text(exports.spacecombat_about(place, 0)));
    /** Room for one mask, observation, record or saved game. */
    this.buffer = memory.take(Math.max(this.info.saved, this.info.actions, this.info.observation));
  }

  #describe() {
    const memory = this.#memory;
    const place = memory.take(INFO_BYTES);
    memory.check(memory.exports.spacecombat_describe(this.#place, place));
    const numbers = [0, 1, 2, 3].map((n) => memory.view().getInt32(place + 184 + 4 * n, true));
    const [actions, observation, state, saved] = numbers;
    this.info = {
      ruleset: memory.text(place, 32),
      capacity: memory.text(place + 32, 16),
      name: memory.text(place + 48, 64),
      digest: memory.text(place + 112, 72),
      ...{ actions, observation, state, saved },
    };
    memory.give(place);
  }

  /** Make a game and run it to the first decision. `seed`: a whole number or a BigInt. */
  start(seed) {
    const memory = this.#memory;
    const place = memory.take(4);
    const game = [this.#place, BigInt(seed), place];
    memory.check(memory.exports.spacecombat_new(...game));
    const made = new Game(this, memory, memory.view().getUint32(place, true));
    memory.give(place);
    return made;
  }

  /** Return an observation as numbers from about -1 to 1, as players take it. */
  floats(row) {
    return Float32Array.from(row, (entry, at) => entry * this.scales[at]);
  }

  /** Return a record as an object: its fields by name, arrays as lists. */
  read(record) {
    const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
    return readFields(view, this.about.record, 0);
  }

  /** Return the name of a field's value: nameOf("tf.status", 2); null if it has none. */
  nameOf(field, value) {
    const names = this.about.enums[field] ?? {};
    return Object.keys(names).find((name) => names[name] === value) ?? null;
  }

  /** Return the block and the place in it of an action: {block, index, column}. */
  locate(action) {
    const { blocks } = this.about.actions;
    const sizeOf = ({ shape }) => shape.reduce((product, each) => product * each, 1);
    const block = blocks.find((each) => action < each.offset + sizeOf(each));
    const index = action - block.offset;
    return { block: block.name, index, column: block.columns?.[index % block.columns.length] ?? null };
  }

  close() {
    this.#memory.give(this.buffer);
    this.#memory.exports.spacecombat_close(this.#place);
    this.#place = 0;
  }
}

function readFields(view, fields, start) {
  return Object.fromEntries(
    fields.map(([name, kind, offset, shape]) => [name, readField(view, kind, start + offset, shape)]),
  );
}

function readField(view, kind, offset, shape) {
  if (shape.length) {
    const [length, ...rest] = shape;
    const step = rest.reduce((product, each) => product * each, kind.size ?? bytesOf(kind));
    return Array.from({ length }, (_, n) => readField(view, kind, offset + n * step, rest));
  }
  if (kind.fields) return readFields(view, kind.fields, offset);
  if (kind.endsWith("int64")) return Number(view.getBigInt64(offset, true));
  return view[ARRAYS[kind]](offset, true);
}

function bytesOf(kind) {
  return Number(/\d+$/.exec(kind)[0]) / 8;
}

/** One game. Seats are 0 and 1. Arrays that it returns are copies. */
export class Game {
  #memory;
  #place;

  constructor(scenario, memory, place) {
    this.scenario = scenario;
    this.#memory = memory;
    this.#place = place;
  }

  /** The seat to act; -1 once the game is over. */
  get seat() {
    return this.#memory.exports.spacecombat_seat(this.#place);
  }

  /** The player to act, by number among those who share the seat. */
  get player() {
    return this.#memory.exports.spacecombat_player(this.#place);
  }

  get isOver() {
    return this.seat < 0;
  }

  /** Begin again with another seed. */
  restart(seed) {
    this.#call("spacecombat_start", BigInt(seed));
  }

  /** The mask of the seat to act: 1 for each legal action. */
  legal() {
    const { actions } = this.scenario.info;
    return new Int8Array(this.#filled("spacecombat_legal", actions).buffer);
  }

  /** Apply an action of the seat to act, and run to the next decision. */
  apply(action) {
    this.#call("spacecombat_apply", BigInt(action));
  }

  /** Draw a legal action: {action, seed}, where `seed` is that of the next draw. */
  random(seed) {
    const { buffer } = this.scenario;
    this.#memory.view().setBigInt64(buffer, BigInt(seed), true);
    const action = this.#call("spacecombat_random", buffer);
    return { action, seed: this.#memory.view().getBigInt64(buffer, true) };
  }

  /** The observation of a seat (Int8Array), which need not be to act; see Scenario.floats. */
  observe(seat = this.seat) {
    const { observation } = this.scenario.info;
    return new Int8Array(this.#filled("spacecombat_observe", observation, seat).buffer);
  }

  /** The record as far as a seat may know it (Uint8Array); see Scenario.read. */
  redact(seat = this.seat) {
    return this.#filled("spacecombat_redact", this.scenario.info.state, seat);
  }

  /** The record with all that is hidden (Uint8Array). */
  record() {
    const place = this.#memory.exports.spacecombat_record(this.#place);
    return this.#memory.bytes(place, this.scenario.info.state).slice();
  }

  /** Return a game that looks the same to a seat, with new dice and guesses at what is hidden. */
  determinize(seat, seed) {
    const made = this.scenario.start(0);
    this.#call("spacecombat_determinize", seat, BigInt(seed), made.#place);
    return made;
  }

  /** Return an independent game at the same point, with the same future dice. */
  copy() {
    const made = this.scenario.start(0);
    this.#call("spacecombat_copy", made.#place);
    return made;
  }

  /** The returns of both seats: 1 for a win, -1 for a loss, else 0. */
  returns() {
    const { buffer } = this.scenario;
    this.#call("spacecombat_returns", buffer);
    return [0, 1].map((seat) => this.#memory.view().getFloat32(buffer + 4 * seat, true));
  }

  /** How the game ended: {verdict, reason, turns, decisions, margin}; verdict is -1 before. */
  outcome() {
    const { buffer } = this.scenario;
    this.#call("spacecombat_outcome", buffer);
    const view = this.#memory.view();
    return Object.fromEntries(RESULT.map((name, n) => [name, view.getInt32(buffer + 4 * n, true)]));
  }

  /** The SHA-256 of the record, as `Game.digest` of Python. */
  digest() {
    const { buffer } = this.scenario;
    this.#call("spacecombat_digest", buffer, BigInt(DIGEST_BYTES));
    return this.#memory.text(buffer, 64);
  }

  /** The game as bytes, for `restore` of any game of the same scenario. */
  save() {
    return this.#filled("spacecombat_save", this.scenario.info.saved);
  }

  restore(bytes) {
    const data = this.#memory.put(bytes);
    try {
      this.#call("spacecombat_restore", data, BigInt(bytes.length));
    } finally {
      this.#memory.give(data);
    }
  }

  /** Give the memory back. The game must not be used again. */
  free() {
    this.#memory.exports.spacecombat_free(this.#place);
    this.#place = 0;
  }

  #call(name, ...given) {
    return this.#memory.check(this.#memory.exports[name](this.#place, ...given));
  }

  /** Return what a function writes into a buffer of a length. */
  #filled(name, length, ...given) {
    const { buffer } = this.scenario;
    this.#call(name, ...given, buffer, BigInt(length));
    return this.#memory.bytes(buffer, length).slice();
  }
}
