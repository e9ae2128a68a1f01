/** Whole numbers; a BigInt where they may exceed 2 ** 53. */
export type Seed = number | bigint;

export interface Info {
  /** "battle_rider" */
  ruleset: string;
  /** The size of the game's record: "small", "medium", "large". */
  capacity: string;
  name: string;
  /** SHA-256 of rules and opening, as in Python. */
  digest: string;
  /** Length of a mask. */
  actions: number;
  /** Length of an observation. */
  observation: number;
  /** Bytes of a record. */
  state: number;
  /** Bytes of a saved game. */
  saved: number;
}

export interface Block {
  name: string;
  offset: number;
  shape: number[];
  columns: string[] | null;
  doc: string;
}

export interface Layout {
  size: number;
  /** Equal to `hash` of the layout in an opponent's manifest, if the opponent can play here. */
  hash: string;
  blocks: Block[];
}

/** Name, type, offset in bytes, shape. */
export type Field = [string, string | { size: number; fields: Field[] }, number, number[]];

export interface About {
  ruleset: { name: string; title: string; version: number };
  name: string;
  digest: string;
  capacity: string;
  seats: string[];
  /** Names of the players of each seat, where a seat has several. */
  players: string[][];
  /** Decisions of each seat that standing orders make. */
  delegate: string[][];
  /** Why games end; `Outcome.reason` is an index. */
  reasons: string[];
  actions: Layout;
  observation: Layout;
  record: Field[];
  /** Names of the values of some fields, by the field's path: `tf.status`. */
  enums: Record<string, Record<string, number>>;
}

export interface Outcome {
  /** The winning seat, 2 for a draw, -1 while the game is open. */
  verdict: number;
  reason: number;
  turns: number;
  /** Of both seats. */
  decisions: number;
  /** Points of the first seat minus points of the second. */
  margin: number;
}

export type Code =
  | "null"
  | "file"
  | "version"
  | "rules"
  | "size"
  | "seat"
  | "illegal"
  | "over"
  | "saved"
  | "other"
  | "memory"
  | "unknown";

export class EngineError extends Error {
  constructor(code: number, text: string);
  code: Code;
}

export class Rules {
  private constructor();
  /** Load a .wasm file. */
  static load(
    source: BufferSource | Response | WebAssembly.Module | Promise<BufferSource | Response>,
  ): Promise<Rules>;
  /** Bytes of the memory that all scenarios and games share; it grows as needed. */
  readonly memoryBytes: number;
  /** Open the content of a scenario file. */
  open(bytes: ArrayBuffer | Uint8Array): Scenario;
}

export class Scenario {
  private constructor();
  info: Info;
  about: About;
  /** Factors of an observation's entries. */
  scales: Float32Array;
  /** Make a game and run it to the first decision. */
  start(seed: Seed): Game;
  /** An observation as numbers from about -1 to 1. */
  floats(row: Int8Array): Float32Array;
  /** A record as an object with its fields by name. */
  read(record: Uint8Array): Record<string, any>;
  /** The name of a field's value: nameOf("tf.status", 2); null if it has none. */
  nameOf(field: string, value: number): string | null;
  /** The block of an action, and its place there. */
  locate(action: number): { block: string; index: number; column: string | null };
  close(): void;
}

/** Seats are 0 and 1. The arrays are copies. */
export class Game {
  private constructor();
  scenario: Scenario;
  /** The seat to act; -1 once the game is over. */
  readonly seat: number;
  /** The player to act, by number among those who share the seat. */
  readonly player: number;
  readonly isOver: boolean;
  restart(seed: Seed): void;
  /** 1 for each legal action of the seat to act. */
  legal(): Int8Array;
  /** Apply an action of the seat to act, and run to the next decision. */
  apply(action: number): void;
  /** Draw a legal action, each as likely as any other. */
  random(seed: Seed): { action: number; seed: bigint };
  observe(seat?: number): Int8Array;
  /** The record as far as a seat may know it. */
  redact(seat?: number): Uint8Array;
  /** The record with all that is hidden. */
  record(): Uint8Array;
  /** A game that looks the same to a seat, with new dice and guesses at what is hidden. */
  determinize(seat: number, seed: Seed): Game;
  copy(): Game;
  /** 1 for a win, -1 for a loss, else 0, for each seat. */
  returns(): number[];
  outcome(): Outcome;
  /** The SHA-256 of the record, as `Game.digest` of Python. */
  digest(): string;
  save(): Uint8Array;
  restore(bytes: Uint8Array): void;
  free(): void;
}
