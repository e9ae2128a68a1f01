// @ts-check
// A QR code (ISO/IEC 18004) of a text: bytes, error correction M, versions 1 to 20, the mask of
// least penalty. Made in the browser, since the key of a link must not leave it.

import { draw, SVG } from "./board/dom.js";

/** For M, by version: bytes of correction in a block, and blocks. */
const CORRECTION = [0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
const MASKS = [(x, y) => (x + y) % 2, (x, y) => y % 2, (x, y) => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x, y) => x * y % 2 + x * y % 3,
  (x, y) => (x * y % 2 + x * y % 3) % 2, (x, y) => ((x + y) % 2 + x * y % 3) % 2];
const range = n => [...Array(n).keys()];

/** Modules of a version that hold data, as bits. @param {number} version */
function room(version) {
  let bits = (16 * version + 128) * version + 64;
  if (version < 2) return bits;
  const marks = Math.floor(version / 7) + 2;
  bits -= (25 * marks - 10) * marks - 55;
  return version < 7 ? bits : bits - 36;
}

/** Product in the field of 256 elements. @param {number} a @param {number} b */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ (((b >>> bit) & 1) * a);
  return product;
}

/** Bytes of correction of a block (Reed and Solomon). @param {number[]} block @param {number} count */
function corrected(block, count) {
  const divisor = Array(count).fill(0);
  divisor[count - 1] = 1;
  let root = 1;
  for (let n = 0; n < count; n++, root = times(root, 2))
    for (let k = 0; k < count; k++) divisor[k] = times(divisor[k], root) ^ (divisor[k + 1] || 0);
  const rest = Array(count).fill(0);
  for (const byte of block) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    divisor.forEach((part, k) => { rest[k] ^= times(part, factor); });
  }
  return rest;
}

/** Bytes of a text as they stand in the code, with their correction. @param {Uint8Array} text @param {number} version */
function content(text, version) {
  const whole = room(version) >> 3, blocks = BLOCKS[version], more = CORRECTION[version], data = whole - blocks * more;
  const bits = /** @type {number[]} */ ([]), put = (value, count) => { for (let n = count - 1; n >= 0; n--) bits.push((value >>> n) & 1); };
  put(4, 4);
  put(text.length, version < 10 ? 8 : 16);
  for (const byte of text) put(byte, 8);
  put(0, Math.min(4, data * 8 - bits.length));
  put(0, (8 - bits.length % 8) % 8);
  const bytes = range(bits.length / 8).map(n => parseInt(bits.slice(8 * n, 8 * n + 8).join(""), 2));
  for (let pad = 0xec; bytes.length < data; pad ^= 0xec ^ 0x11) bytes.push(pad);
  const short = blocks - whole % blocks, size = Math.floor(whole / blocks) - more;
  let from = 0;
  const parts = range(blocks).map(n => bytes.slice(from, from += size + (n < short ? 0 : 1)));
  const ends = parts.map(part => corrected(part, more));
  const mixed = lists => range(Math.max(...lists.map(list => list.length))).flatMap(n => lists.filter(list => n < list.length).map(list => list[n]));
  return [...mixed(parts), ...mixed(ends)];
}

/** Where the small marks stand. @param {number} version */
function marks(version) {
  if (version < 2) return [];
  const count = Math.floor(version / 7) + 2, step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...range(count - 1).map(n => version * 4 + 10 - n * step).reverse()];
}

/** @param {number} value @param {number} by @param {number} bits */
function remainder(value, by, bits) {
  let rest = value;
  for (let n = 0; n < bits; n++) rest = (rest << 1) ^ ((rest >>> (bits - 1)) * by);
  return rest;
}

class Code {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = version * 4 + 17;
    /** @type {number[][]} */
    this.dark = range(this.size).map(() => Array(this.size).fill(0));
    this.fixed = range(this.size).map(() => Array(this.size).fill(false));
    this.frame();
  }

  set(x, y, dark) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y][x] = Number(dark);
    this.fixed[y][x] = true;
  }

  frame() {
    const last = this.size - 1, places = marks(this.version);
    for (const n of range(this.size)) { this.set(6, n, n % 2 === 0); this.set(n, 6, n % 2 === 0); }
    for (const [cx, cy] of [[3, 3], [last - 3, 3], [3, last - 3]])
      for (let dy = -4; dy <= 4; dy++) for (let dx = -4; dx <= 4; dx++) {
        const far = Math.max(Math.abs(dx), Math.abs(dy));
        this.set(cx + dx, cy + dy, far !== 2 && far !== 4);
      }
    for (const [i, x] of places.entries()) for (const [j, y] of places.entries()) {
      const end = places.length - 1;
      if ((i === 0 && j === 0) || (i === 0 && j === end) || (i === end && j === 0)) continue;
      for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) this.set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
    this.format(0);
    if (this.version < 7) return;
    const bits = this.version << 12 | remainder(this.version, 0x1f25, 12);
    for (const n of range(18)) {
      const a = this.size - 11 + n % 3, b = Math.floor(n / 3), bit = (bits >>> n) & 1;
      this.set(a, b, bit);
      this.set(b, a, bit);
    }
  }

  /** The mask and the correction, twice. @param {number} mask */
  format(mask) {
    const bits = (mask << 10 | remainder(mask, 0x537, 10)) ^ 0x5412, last = this.size - 1, bit = n => (bits >>> n) & 1;
    for (const n of range(6)) this.set(8, n, bit(n));
    this.set(8, 7, bit(6)); this.set(8, 8, bit(7)); this.set(7, 8, bit(8));
    for (const n of range(6)) this.set(5 - n, 8, bit(n + 9));
    for (const n of range(8)) this.set(last - n, 8, bit(n));
    for (const n of range(7)) this.set(8, this.size - 7 + n, bit(n + 8));
    this.set(8, this.size - 8, 1);
  }

  /** @param {number[]} bytes */
  fill(bytes) {
    let n = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (const step of range(this.size)) for (const x of [right, right - 1]) {
        const y = (right + 1) & 2 ? step : this.size - 1 - step;
        if (this.fixed[y][x]) continue;
        this.dark[y][x] = n < bytes.length * 8 ? (bytes[n >> 3] >>> (7 - (n & 7))) & 1 : 0;
        n++;
      }
    }
  }

  /** @param {number} mask */
  masked(mask) {
    for (const y of range(this.size)) for (const x of range(this.size)) if (!this.fixed[y][x]) this.dark[y][x] ^= Number(MASKS[mask](x, y) === 0);
    this.format(mask);
  }

  get penalty() {
    const lines = [...this.dark.map(row => row.join("")), ...range(this.size).map(x => this.dark.map(row => row[x]).join(""))];
    let sum = 0;
    for (const line of lines) {
      for (const run of line.match(/0{5,}|1{5,}/g) || []) sum += run.length - 2;
      for (const n of range(line.length - 10)) if (["10111010000", "00001011101"].includes(line.slice(n, n + 11))) sum += 40;
    }
    for (const y of range(this.size - 1)) for (const x of range(this.size - 1)) {
      const four = this.dark[y][x] + this.dark[y][x + 1] + this.dark[y + 1][x] + this.dark[y + 1][x + 1];
      if (four % 4 === 0) sum += 3;
    }
    const share = this.dark.flat().reduce((all, one) => all + one, 0) / this.size ** 2;
    return sum + 10 * Math.floor(Math.abs(share * 20 - 10));
  }
}

/** The modules of a text, row by row: 1 is dark. Throws for a text that is too long. @param {string} text @returns {number[][]} */
export function modules(text) {
  const bytes = new TextEncoder().encode(text);
  const fits = version => (room(version) >> 3) - BLOCKS[version] * CORRECTION[version] >= bytes.length + (version < 10 ? 2 : 3);
  const version = range(20).map(n => n + 1).find(fits);
  if (!version) throw new Error("too long for a code");
  const codes = MASKS.map((_, mask) => {
    const code = new Code(version);
    code.fill(content(bytes, version));
    code.masked(mask);
    return code;
  });
  return codes.reduce((best, code) => code.penalty < best.penalty ? code : best).dark;
}

/** A picture of a text's code. @param {string} text @returns {SVGElement} */
export function picture(text) {
  const rows = modules(text), size = rows.length + 8;
  const svg = draw("svg", { xmlns: SVG, viewBox: `0 0 ${size} ${size}`, class: "qr", role: "img", "aria-label": "QR code of the link" });
  const path = rows.flatMap((row, y) => row.map((dark, x) => dark ? `M${x + 4} ${y + 4}h1v1h-1z` : "")).join("");
  draw("rect", { width: size, height: size, fill: "#fff" }, svg);
  draw("path", { d: path, fill: "#000", "shape-rendering": "crispEdges" }, svg);
  return svg;
}
