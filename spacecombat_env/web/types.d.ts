// What is said over the wire, as this client reads it: docs/protocol.md and docs/serve/api.md have it in full.

export interface Offer {
  token: number; text: string; kind: string;
  piece?: string; place?: string; number?: number;
  ends?: "order" | "outcome"; then?: Offer[]; odds?: Odds; grave?: string;
}
export interface Odds { chance: number; lines: string[]; mean?: number; weapons?: string[] }
export interface Weighed { text: string; piece?: string; odds: Odds }
export interface Salvo { piece: string; name: string; missiles: number; through: number; hits: number }
export interface Task { needs?: number; drawn?: number; parts?: [string, number][] }
export interface Told { n: number; turn: number; kind: string; text: string; pieces?: string[]; task?: Task; scene?: Part }
export interface Part { does: string; piece?: string; path?: string[]; from?: string; to?: string; hits?: number }
export interface Panel { title: string; figures: [string, any][]; rows: any[] }
export interface Stand {
  type: "ask" | "now"; at: number; turn: number; phase: string; question: string; asked: string;
  spoken?: number[]; words?: Offer[]; asked_seat?: string | null; speaks?: string;
  events: Told[]; view: { turn_limit?: number; status?: Panel[]; [key: string]: any }; picture?: string;
  base?: string; ground?: string; lines?: any[][]; full?: boolean; stamp?: string;
  clock?: { order_ms: number; bank_ms?: number }; since?: number; standing?: Record<string, string>;
}
export interface Way { name: string; cost: number; left: number; tokens: number[]; via: string[]; first?: number }
export interface Menu { question?: string; asked?: string; words: Offer[]; odds?: Offer[] }
export interface Chair { title?: string; name: string | null; person?: boolean; come?: boolean; here?: boolean }
export interface Line { n: number; reader: string; text: string }
export interface Proposal { number: number; seat: string; what: "draw" | "void" | "takeback"; state: "open" | "accepted" | "declined" | "withdrawn" }
export interface Kind { name: string; questions: string[]; settled: boolean; title: string }
export interface Joined {
  game: string; reader: string; key?: string;
  rules: { name: string; title: string; phases?: string[]; plans: boolean; reach?: boolean; routes?: boolean; belief?: boolean; salvos?: boolean };
  scenario: { name: string; title: string };
  seats: Record<string, Chair>; vocabulary: Offer[]; kinds: Kind[]; rated?: boolean; hints?: string[];
}
export interface Over { tie_break?: string; verdict: string; reason: string; margin: number; turns: number; outcome?: string | null }
export interface Wanted {
  ruleset: string; scenario: any; seats: Record<string, { person?: string | null; player?: string }>;
  delegate?: Record<string, string[]>; max_turns?: number; watch?: string; clock?: any; chat?: string; rated?: boolean; umpire?: string; options?: Record<string, any>;
  from?: { game: string; word: number };
}
export interface Kept {
  id: string; title: string; when: number; keys: Record<string, string>;
  wanted?: Wanted; invite?: Record<string, string>; over?: string; tutorial?: string; rating?: number;
}
export interface Step {
  asked: string | string[]; word?: string; mark?: string; phase?: string; after?: number; title: string; text: string; say?: string;
}
export interface Tutorial { title: string; game: Wanted; steps: Step[]; end: string }
