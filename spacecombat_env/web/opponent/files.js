// What an opponent file is made of: a zip, hashes, NumPy arrays. Needs DecompressionStream and
// crypto.subtle, which Node from 18 on and browsers have (the latter over https or from localhost).

const LARGEST = 256 * 1024 * 1024; // no file in it may be larger, in bytes

/** What is wrong with an opponent file: `file`, `field`, `reason`, and all in one line. */
export class OpponentError extends Error {
  constructor(file, field, reason) {
    super(`${file}: ${field}: ${reason}`);
    this.name = "OpponentError";
    Object.assign(this, { file, field, reason });
  }
}

// -- zip --------------------------------------------------------------------------------------

/** Return the files of a zip (Uint8Array) by name, as a Map; `file` is what errors call it. */
export async function unzipped(zip, file) {
  let entries;
  try {
    entries = listed(new DataView(zip.buffer, zip.byteOffset, zip.byteLength), zip);
  } catch (cause) {
    throw new OpponentError(file, "file", `damaged or no bundle: ${cause.message}`);
  }
  const files = new Map();
  for (const { name, method, packed, size, crc } of entries) {
    if (size > LARGEST) throw new OpponentError(file, name, `${size} bytes: too large`);
    try {
      if (method === 0) files.set(name, packed);
      else if (method === 8) files.set(name, await inflated(packed, size, crc));
      else throw new Error(`method ${method}`);
    } catch (cause) {
      throw new OpponentError(file, name, `cannot be unpacked: ${cause.message}`);
    }
  }
  return files;
}

/** Return what the directory at the end of a zip lists. */
function listed(view, zip) {
  let end = zip.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new Error("no zip");
  const entries = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error("its directory is broken");
    const head = view.getUint32(at + 42, true);
    const begun = head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
    const length = view.getUint32(at + 20, true);
    if (begun + length > zip.length) throw new Error("it ends too early");
    const named = view.getUint16(at + 28, true);
    entries.push({
      name: new TextDecoder().decode(zip.subarray(at + 46, at + 46 + named)),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      size: view.getUint32(at + 24, true),
      packed: zip.subarray(begun, begun + length),
    });
    at += 46 + named + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Return `size` bytes unpacked. Node 18 has no raw inflate, so the bytes are dressed as gzip,
 *  which also compares the checksum. */
async function inflated(packed, size, crc) {
  const tail = new DataView(new ArrayBuffer(8));
  tail.setUint32(0, crc, true);
  tail.setUint32(4, size, true);
  const head = Uint8Array.of(31, 139, 8, 0, 0, 0, 0, 0, 0, 255);
  const packing = new Blob([head, packed, tail.buffer]).stream();
  const reader = packing.pipeThrough(new DecompressionStream("gzip")).getReader();
  const bytes = new Uint8Array(size);
  let at = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (at + value.length > size) {
      reader.cancel().catch(() => {});
      throw new Error("it is longer than it says");
    }
    bytes.set(value, at);
    at += value.length;
  }
  if (at !== size) throw new Error("it is shorter than it says");
  return bytes;
}

// -- hashes -----------------------------------------------------------------------------------

/** Return the SHA-256 of bytes in hexadecimal digits. */
export async function sha256(bytes) {
  const found = globalThis.crypto ?? (await import("node:crypto")).webcrypto;
  if (!found.subtle) throw new Error("no crypto.subtle here: serve the page over https or localhost");
  const digest = await found.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (each) => each.toString(16).padStart(2, "0")).join("");
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[-+0-9.eE]+|true|false|null|[{}[\],:]/g;

/** Return JSON as Python's json.dumps(sort_keys=True, separators=(",", ":")) writes it, with the
 *  field `without` left out at the top. Numbers stay as they are written. */
export function canonical(text, without) {
  const tokens = text.match(TOKEN);
  let at = 0;
  const word = (token) =>
    JSON.stringify(JSON.parse(token)).replace(
      /[\u0080-\uffff]/g,
      (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
  const value = (depth) => {
    const token = tokens[at++];
    if (token !== "{" && token !== "[") return token[0] === '"' ? word(token) : token;
    const parts = [];
    while (tokens[at] !== "}" && tokens[at] !== "]") {
      if (tokens[at] === ",") at++;
      const key = token === "{" ? tokens[at] : "";
      if (key) at += 2;
      const inner = value(depth + 1);
      const skipped = depth === 0 && key && JSON.parse(key) === without;
      if (!skipped) parts.push(key ? [word(key), inner] : ["", inner]);
    }
    at++;
    if (token === "[") return `[${parts.map(([, inner]) => inner).join()}]`;
    const order = ([a], [b]) => (a.slice(0, -1) < b.slice(0, -1) ? -1 : 1);
    return `{${parts.sort(order).map((pair) => pair.join(":")).join()}}`;
  };
  return value(0);
}

// -- arrays -----------------------------------------------------------------------------------

const KINDS = {
  "<f4": Float32Array,
  "|i1": Int8Array,
  "<i8": BigInt64Array,
  "<u8": BigUint64Array,
};

/** Return an array of NumPy's .npy format: {shape, data}. */
export function array(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const begun = 10 + view.getUint16(8, true);
  const head = new TextDecoder("latin1").decode(bytes.subarray(10, begun));
  const [, kind] = /'descr': '(.+?)'/.exec(head);
  const [, sizes] = /'shape': \((.*?)\)/.exec(head);
  const shape = sizes.split(",").filter((each) => each.trim()).map(Number);
  return { shape, data: new KINDS[kind](bytes.slice(begun).buffer) };
}
