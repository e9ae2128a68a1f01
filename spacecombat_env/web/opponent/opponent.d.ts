/** How a level plays, as the manifest has it. */
export interface Level {
  id: string;
  policy: string;
  /** 0: the likeliest action each time. */
  temperature: number;
  /** Words less likely than this share of the likeliest are not drawn. */
  min_p: number;
  /** Settings of a search with the rules engine; such a level is refused here. */
  search: Record<string, string> | null;
  /** Policies of which one is drawn for each game; none: `policy` alone. */
  mixture?: { policy: string; weight?: number }[];
  made_of: string;
  /** Elo, the random player at 0. */
  rating: number | null;
  interval: [number, number] | null;
  vs: Record<string, [number, number, number]>;
}

/** A game: a level that mixes policies plays the same one in all of it. */
export interface Game {
  /** The bot's, 64 bits. */
  seed: bigint | number;
  game: number;
}

/** A decision: the same one is drawn the same way on every machine. */
export interface Drawn extends Game {
  decision: number;
  draw?: number;
}

export interface Answers {
  /** One for each action; those of illegal actions are -1e8. */
  logits: Float32Array;
  /** Expected result of the seat to act: 1 a win, -1 a loss. */
  value: number;
  /** Chances of win, draw and loss, where the policy tells them. */
  wdl: Float32Array | null;
}

export interface Opening {
  /** What errors call the file. */
  name?: string;
  /** onnxruntime-web or onnxruntime-node: computes ONNX policies, faster than plain steps. */
  runtime?: { InferenceSession: any; Tensor: any } | null;
}

export class OpponentError extends Error {
  file: string;
  field: string;
  reason: string;
}

export class Opponent {
  private constructor();
  /** Hashes, manifest and golden vectors are checked; an OpponentError says what is wrong. */
  static open(bytes: ArrayBuffer | Uint8Array, how?: Opening): Promise<Opponent>;
  name: string;
  file: string;
  manifest: Record<string, any>;
  card: Record<string, any>;
  /** Weakest first. */
  levels: Level[];
  /** How far answers lay from the golden ones, and how many golden actions were compared. */
  checked: { policies: Record<string, number>; levels: Record<string, number> };
  level(name?: string | null): Level;
  choose(
    obs: ArrayLike<number>,
    mask: ArrayLike<number>,
    level?: string | null,
    random?: number | Drawn,
  ): Promise<number>;
  answers(
    obs: ArrayLike<number>,
    mask: ArrayLike<number>,
    level?: string | null,
    random?: Game,
  ): Promise<Answers>;
  /** What `vector` of a decision of the protocol spacecombat/1 holds. */
  question(vector: { obs: string; mask: string }): { obs: Float32Array; mask: Int8Array };
}

/** u, from 0 to 1, of a decision. */
export function lot(seed: bigint | number, game: number, decision: number, draw?: number): number;

/** The action of a level, from logits, mask and u; -1 where no action is legal. */
export function word(
  level: Pick<Level, "temperature" | "min_p">,
  logits: ArrayLike<number>,
  mask: ArrayLike<number>,
  u: number,
): number;
