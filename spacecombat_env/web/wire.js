// @ts-check
// The line to the service: one reader of one game, joined again whenever the line is cut.

import { Deltas } from "./deltas.js";
import { HOME } from "./place.js";

const LONGEST = 8000, LATE = 15000, BUSY = 400; // milliseconds

/** @param {string} digest */
async function ground(digest) {
  const answer = await fetch(`${HOME}v1/ground/${digest}`);
  if (!answer.ok) throw new Error("no ground");
  return answer.text();
}

export class Wire {
  /**
   * @param {string} game @param {string} reader @param {string | null} key
   * @param {string} name of who comes by an invitation
   * @param {{message: (m: any) => void, line: (open: boolean, why?: string, again?: boolean) => void, key: (key: string) => void}} on
   */
  constructor(game, reader, key, name, on) {
    this.game = game; this.reader = reader; this.key = key; this.name = name; this.on = on;
    this.have = 0; // number of the last event that came
    this.wait = 500;
    this.number = Math.floor(Math.random() * 1e6) * 1000; // ids of this page, unlike those before it
    /** @type {Map<number, {message: any, keep: (m: any) => void, fail: (e: Error) => void}>} */
    this.open = new Map(); // what has been asked and not answered
    this.isOver = false;
    this.cold = ""; // why the service cut the line
    this.isIn = false;
    this.deltas = new Deltas(ground);
    this.hasDeltas = true; // until a ground cannot be had
    this.waiting = 0; // messages that wait for a ground
    this.last = Promise.resolve();
    this.connect();
    setInterval(() => this.isIn && this.send({ type: "ping", id: ++this.number }), 20000);
  }

  connect() {
    const where = location.origin.replace(/^http/, "ws") + HOME + "v1/ws";
    const socket = this.socket = new WebSocket(where);
    socket.onopen = () => this.join();
    socket.onmessage = e => this.came(socket, JSON.parse(e.data));
    socket.onclose = e => {
      if (socket !== this.socket) return;
      this.isIn = false;
      if (this.isOver) return;
      if (e.code === 1008) { this.isOver = true; return this.on.line(false, e.reason || "this reader is not let in"); }
      this.on.line(false, this.cold, true);
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(LONGEST, this.wait * 2);
    };
  }

  join() { this.send({ type: "join", game: this.game, reader: this.reader, key: this.key, have: this.have,
    wants: { people: true, delta: this.hasDeltas }, ...(this.name ? { name: this.name } : {}) }); }

  /** Take messages in the order in which they came: what needs a ground holds up those after it. @param {WebSocket} socket @param {any} m */
  came(socket, m) {
    if (!this.waiting && !this.deltas.lacks(m)) return this.heard(m);
    this.waiting += 1;
    this.last = this.last.then(() => m.ground && this.deltas.fetch(m.ground)).then(() => {
      this.waiting -= 1;
      if (socket === this.socket) this.heard(m);
    }, () => {
      this.waiting -= 1;
      this.hasDeltas = false;
      socket.close();
    });
  }

  /** @param {any} m */
  heard(m) {
    if (m.type === "joined") this.deltas.reset();
    if (!this.deltas.take(m)) return this.send({ type: "state", game: this.game, have: this.have });
    if (m.type === "joined" && m.key) { // an invitation was exchanged: the key is kept, and then used
      this.key = m.key;
      this.on.key(m.key);
      return this.join();
    }
    if (m.type === "joined") {
      this.isIn = true;
      this.wait = 500;
      this.cold = "";
      this.on.line(true);
      for (const { message } of this.open.values()) this.send(message); // the same id: answered once
    }
    for (const event of m.events || []) this.have = Math.max(this.have, event.n);
    const asked = m.id !== undefined && this.open.get(m.id);
    if (asked && ["said", "menu", "plans", "reach", "belief", "odds_from", "salvos", "hint", "refused"].includes(m.type)) {
      if (m.code === "busy") return void setTimeout(() => this.send(asked.message), BUSY);
      this.open.delete(m.id);
      if (m.type === "refused") asked.fail(new Error(m.reason || m.code)); else asked.keep(m);
    } else if (m.type === "refused" && m.code === "cold") { // the service cannot go on now, and says why
      this.cold = m.reason;
      this.wait = LONGEST;
    } else if (m.type === "refused" && ["forbidden", "no_game"].includes(m.code)) {
      this.isOver = true;
      this.on.line(false, m.reason);
    }
    this.on.message(m);
  }

  /** @param {any} message */
  send(message) {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Ask something that is answered. @param {any} message @returns {Promise<any>} */
  request(message) {
    const id = ++this.number, whole = { ...message, id, game: this.game };
    return new Promise((keep, fail) => {
      this.open.set(id, { message: whole, keep, fail });
      if (this.isIn) this.send(whole);
      if (message.type !== "say" && message.type !== "let") setTimeout(() => this.open.delete(id) && fail(new Error("late")), LATE);
    });
  }
}
