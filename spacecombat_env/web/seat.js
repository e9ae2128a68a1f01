// @ts-check
// One reader of the game at this browser: its line to the service, what it was told, its order.

import { Again } from "./again.js";
import { Composer } from "./composer.js";
import { lateBadges } from "./odds.js";
import { tells } from "./picture.js";
import { sure } from "./sure.js";
import { waysOf } from "./reach.js";
import { Standing } from "./standing.js";
import { Wire } from "./wire.js";

const SOON = 300; // milliseconds: the next question comes before, or after the other side's

/** @typedef {import("./types").Stand} Stand @typedef {import("./types").Told} Told */

export class Seat {
  /**
   * @param {string} game @param {string} reader @param {string | null} key
   * @param {string} name of who comes by an invitation
   * @param {{news: (seat: Seat) => void, people: (seat: Seat, m: any) => void, order: (seat: Seat) => void, line: (seat: Seat, open: boolean, why?: string, again?: boolean) => void, key: (seat: Seat, own: string) => void}} on
   */
  constructor(game, reader, key, name, on) {
    this.game = game; this.reader = reader; this.on = on;
    /** @type {import("./types").Joined | null} */
    this.joined = null;
    /** @type {Stand | null} */
    this.stand = null;
    /** @type {import("./types").Over | null} */
    this.over = null;
    /** @type {Told[]} */
    this.told = [];
    /** What came and was not shown yet. @type {import("./playback").Piece[]} */
    this.pieces = [];
    /** The last that was shown. @type {Stand | null} */
    this.shown = null;
    this.came = 0; // how many of them came with a picture
    this.isBack = true; // it has just joined: what it has missed is not played back
    /** @type {Composer | null} */
    this.composer = null;
    this.standing = new Standing(game, reader);
    this.again = new Again(game, reader);
    this.isSaying = false;
    this.about = ""; // of whom the captain decides, while questions name it
    /** A way that is said word by word. @type {import("./types").Way | null} */
    this.way = null;
    this.wrong = ""; // why the last order was not taken
    this.wire = new Wire(game, reader, key, name, {
      message: m => this.heard(m),
      line: (open, why, again) => on.line(this, open, why, again),
      key: own => on.key(this, own),
    });
  }

  get isAsked() { return !!this.composer && !this.isSaying; }

  /** @param {any} m */
  heard(m) {
    if (m.type === "joined") {
      this.joined = m;
      this.isBack = true;
      this.wire.send({ type: "ping", id: ++this.wire.number }); // its answer comes after what was missed
    }
    for (const event of m.events || []) if (event.n > (this.told.length ? this.told[this.told.length - 1].n : 0)) this.told.push(event);
    if (["presence", "chat", "proposal", "rematch"].includes(m.type)) this.on.people(this, m);
    if (m.type === "pong") this.isBack = false;
    if (m.type === "fault") this.wrong = m.reason;
    if (m.type === "ask" || m.type === "now") this.stands(m);
    if (m.type === "game_over") { this.over = m; this.on.news(this); }
  }

  /** @param {Stand} stand */
  stands(stand) {
    const before = this.stand;
    this.stand = stand;
    stand.since = Date.now();
    this.pieces.push({ events: this.told.slice(this.came), stand, isOld: this.isBack });
    this.came = this.told.length;
    if (stand.type === "ask" && before && before.type === "ask" && before.at === stand.at && this.composer && !this.isSaying)
      return this.on.news(this); // the same question again, after the line was cut: the order stays
    this.drop();
    this.isSaying = false;
    if (stand.type === "ask") this.asked(stand);
    this.on.news(this);
  }

  /** @param {Stand} ask */
  asked(ask) {
    this.standing.meet(ask);
    if (this.about && !tells(ask.question, this.about)) this.about = "";
    if (!(ask.spoken || []).length && this.standAlone(ask)) return;
    const look = (tokens, odds = false) => this.wire.request({ type: "peek", words: tokens, depth: 2, odds });
    this.composer = new Composer(
      { question: ask.question, asked: ask.asked, words: ask.words || [] },
      look, () => this.on.order(this), lateBadges, asked => this.isLeft(asked));
    if (this.way) this.flyOn(ask);
  }

  /** Say a way word by word, as long as nothing else is asked and it leads where it did. @param {import("./types").Way} way @param {number[]} [before] words of the same order */
  fly(way, before = []) {
    if (!this.stand) return;
    const first = way.first || 1;
    this.way = { ...way, first: 1, tokens: way.tokens.slice(first) };
    this.send({ type: "say", at: this.stand.at, words: [...before, ...way.tokens.slice(0, first)] });
  }

  /** Go on with a way that is under way. @param {Stand} ask */
  async flyOn(ask) {
    const before = this.way, numbers = new Map(this.joined?.vocabulary.map(word => [word.token, Number(word.text)]));
    const hexes = way => way.tokens.reduce((sum, token) => sum + (numbers.get(token) || 0), 0);
    this.way = null;
    if (!before || !before.tokens.length) return;
    const way = ask.asked === "move" ? (await waysOf(this, []).catch(() => new Map())).get(before.name) : null;
    if (this.stand !== ask || this.isSaying || this.composer?.words.length) return;
    if (way && hexes(way) === hexes(before)) return this.fly(way);
    this.wrong = `stopped on the way to ${before.name}`;
    this.on.order(this);
  }

  /** Answer as the standing orders have it; whether they have. @param {Stand} ask */
  standAlone(ask) {
    const word = this.standing.atOnce(ask);
    if (this.about || this.standing.answered.has(ask.asked)) this.captain("order");
    else if (word) this.send({ type: "say", at: ask.at, words: [word.token] });
    else return false;
    return true;
  }

  /** Whether the captain answers a question, or any at all. @param {string} [asked] */
  isLeft(asked) {
    const held = this.stand?.standing || {};
    return (this.joined?.kinds || []).some(kind => held[kind.name] && (!asked || kind.questions.includes(asked)));
  }

  /** Leave kinds of question to the captain. @param {Record<string, string>} kinds */
  leave(kinds) {
    if (this.stand) this.stand.standing = kinds;
    this.wire.send({ type: "standing", id: ++this.wire.number, game: this.game, kinds });
  }

  get before() { return this.stand && this.again.next(this.stand); }

  /** What was said stands, and nothing is asked for now. */
  waits() {
    this.drop();
    this.isSaying = false;
    if (this.stand) this.stand = { ...this.stand, type: "now", question: "", asked: "", spoken: [], words: [] };
    this.on.order(this);
  }

  drop() {
    if (this.composer) this.composer.isDead = true;
    this.composer = null;
  }

  /** Say the order under way; what it gives up for good is asked first. */
  async say() {
    const { composer } = this;
    if (!composer || !this.stand || this.isSaying) return;
    const losses = [...new Set(composer.words.flatMap(word => word.grave || []))];
    const order = composer.words.map(word => word.text).join(" ");
    if (losses.length && !await sure(`Really ${order}?`, losses, `Yes, ${order}`)) { if (this.composer === composer) composer.clear(); return; }
    if (this.composer !== composer || !this.stand || this.isSaying) return;
    this.again.note(this.stand, this.composer.words.map(word => word.text));
    this.send({ type: "say", at: this.stand.at, words: this.composer.tokens });
  }

  /** Let the captain speak. @param {string} until */
  async captain(until) {
    if (!this.stand) return;
    const isAsked = this.stand.type === "ask";
    await this.send({ type: "let", at: this.stand.at, until });
    // A seat that waits is sent nothing: whether the captain speaks is shown by the state.
    if (until !== "order" || !isAsked) this.wire.send({ type: "state", game: this.game, have: this.wire.have });
  }

  /** Let the captain speak as long as one is asked about somebody. @param {string} name */
  captainFor(name) {
    this.about = name;
    this.captain("order");
  }

  resign() { this.wire.send({ type: "resign", id: ++this.wire.number, game: this.game }); }

  /** @param {any} message */
  async send(message) {
    this.isSaying = true;
    this.wrong = "";
    this.on.order(this);
    const before = this.stand;
    try {
      await this.wire.request(message);
      setTimeout(() => this.stand === before && this.waits(), SOON);
    } catch (refusal) {
      this.isSaying = false;
      this.about = "";
      this.wrong = refusal.message;
      if (this.composer) this.composer.clear();
      this.wire.send({ type: "state", game: this.game, have: this.wire.have });
      this.on.order(this);
    }
  }
}
