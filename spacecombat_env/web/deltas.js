// @ts-check
// States that come as changes: the picture's ground, fetched once by its digest; its lines; the view.

const END = "\n</g></svg>";

/** Whether a value is a list of objects, each with a name of its own. @param {any} list */
const isNamed = list => Array.isArray(list) && list.length > 0 && new Set(list.map(each => each?.name)).size === list.length
  && list.every(each => typeof each?.name === "string");

/** A value after a JSON Merge Patch, in which lists change by the names of their items; what it was before stays. @param {any} before @param {any} patch @returns {any} */
export function merged(before, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  if (isNamed(before)) return before.map(each => each.name in patch ? merged(each, patch[each.name]) : each);
  const after = before && typeof before === "object" && !Array.isArray(before) ? { ...before } : {};
  for (const [key, value] of Object.entries(patch))
    if (value === null) delete after[key]; else after[key] = merged(after[key], value);
  return after;
}

/** Lines after splices. @param {string[]} before @param {any[][]} changes */
export function spliced(before, changes) {
  const lines = [...before];
  for (const [at, count, ...fresh] of changes) lines.splice(at, count, ...fresh);
  return lines;
}

export class Deltas {
  /** @param {(digest: string) => Promise<string>} load */
  constructor(load) {
    this.load = load;
    /** @type {Map<string, string>} */
    this.grounds = new Map();
    this.reset();
  }

  /** What comes next is whole. */
  reset() {
    this.stamp = "";
    /** @type {string[]} */
    this.lines = [];
    this.view = {};
  }

  /** Whether the ground of a message is not here yet. @param {any} m */
  lacks(m) { return m.ground !== undefined && !this.grounds.has(m.ground); }

  /** @param {string} digest */
  async fetch(digest) { if (!this.grounds.has(digest)) this.grounds.set(digest, await this.load(digest)); }

  /** Put a message together with what came before; whether it fits on that. @param {any} m */
  take(m) {
    if (m.ground === undefined) { // a chat has lines, too
      if (m.picture !== undefined) this.reset();
      return true;
    }
    if (m.base && m.base !== this.stamp) return false;
    this.lines = spliced(m.base ? this.lines : [], m.lines);
    this.view = m.view = m.full ? m.view : merged(this.view, m.view);
    this.stamp = m.stamp;
    m.picture = this.grounds.get(m.ground) + this.lines.join("\n") + END;
    return true;
  }
}
