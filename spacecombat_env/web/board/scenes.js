// @ts-check
// Scenes: events as one actor who does one thing to one target, and how long each is played back.
// All of it follows from the events that a reader was told; when they came does not matter.

/** @typedef {{n: number, kind: string, text: string, pieces?: string[], scene?: any}} Shown an event as it was told */
/** @typedef {{does: string, from?: string, to?: string, events: Shown[], isLoss: boolean}} Scene */

const SPANS = { move: 600, scan: 500, fire: 900, defend: 500, launch: 700, fly: 700 };
const LOSS = 1400, OTHER = 300;
export const MOST = 12000, HURRIED = 5000; // milliseconds for all scenes; with a clock that runs
const AHEAD = ["jam", "aim"]; // what comes before a scan or fire

const fits = (a, b) => a === undefined || b === undefined || a === b;

/** Whether an event belongs to the scene before it. @param {Scene} scene @param {Shown} event */
function goesOn({ does, from, to, events }, event) {
  const part = event.scene, before = events[events.length - 1];
  if (event.kind === "turn") return false;
  if (!part) return before.text === event.text;
  if (part.does === "follow" || part.does === "lose") return does !== "";
  if (part.does === "move") return does === "move" && part.piece !== undefined && part.piece === events[0].scene.piece;
  if (part.does === "fly") return does === "fly";
  if (part.does === "launch") return does === "launch" && part.from === from;
  if (part.does === "defend") return does === "defend" && fits(part.from, from) && fits(part.to, to);
  if (part.does === "jam" && does === "scan") return fits(part.to, to);
  if (part.does === "scan" && part.to === undefined) return does === "scan" && part.from === from;
  return (AHEAD.includes(does) || (does === "scan" && part.does === "scan")) && fits(part.from, from) && fits(part.to, to)
    && !(does === "aim" && part.does === "scan");
}

/** Events as scenes: each event in exactly one, in their order. @param {Shown[]} events @returns {Scene[]} */
export function scenesOf(events) {
  /** @type {Scene[]} */
  const found = [];
  for (const event of events) {
    const part = event.scene || { does: "" }, last = found[found.length - 1], isLoss = part.does === "lose";
    const does = isLoss ? "lose" : part.does === "follow" ? "" : part.does;
    if (!last || !goesOn(last, event)) { found.push({ does, from: part.from, to: part.to, events: [event], isLoss }); continue; }
    last.events.push(event);
    last.isLoss = last.isLoss || isLoss;
    if (isLoss || part.does === "follow") continue;
    if (last.does !== "scan") last.does = does;
    last.from = last.from ?? part.from;
    last.to = last.to ?? part.to;
  }
  return found;
}

/** Milliseconds of each scene at the usual pace, in all not more than `most`. @param {Scene[]} scenes @param {number} [most] */
export function spansOf(scenes, most = MOST) {
  const usual = scenes.map(({ does, isLoss }) => isLoss ? LOSS : SPANS[does] || OTHER), sum = usual.reduce((a, b) => a + b, 0);
  return sum > most ? usual.map(span => span * most / sum) : usual;
}

/** What a scene is, in a line: what is done, and what is lost or found by it. @param {Scene} scene @returns {string[]} */
export function headOf({ does, events }) {
  const deeds = events.filter(event => event.scene && event.scene.does === does), ways = deeds.filter(event => event.scene.path);
  const head = (does === "move" && ways.pop()) || (does === "scan" && deeds[deeds.length - 1]) || deeds[0] || events[0];
  const found = event => event.text.endsWith("!") || event.scene?.does === "lose" || (does === "scan" && event.kind === "detected");
  const first = does === "scan" && deeds.length > 1 ? bare(head.text).replace(/ with an? .*$/s, ".") : bare(head.text);
  return [first, ...events.filter(event => event !== head && found(event)).map(event => bare(event.text))];
}

/** A sentence without the numbers behind it. @param {string} text */
export const bare = text => text.replace(/\s*\[[^\]]*\](\.?)$/s, (_, end) => end || ".").replace(/([.!?])\.$/, "$1");

/** Equal lines as one, with how many there are. @template T @param {T[]} lines @param {(line: T) => string} key @returns {[T, number][]} */
export function counted(lines, key) {
  /** @type {Map<string, [T, number]>} */
  const found = new Map();
  for (const line of lines) {
    const held = found.get(key(line));
    if (held) held[1] += 1; else found.set(key(line), [line, 1]);
  }
  return [...found.values()];
}
