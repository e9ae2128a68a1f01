// @ts-check
// Typed words: `d e1 a` is detect, eTF-1, all, where nothing else begins so.

/** @typedef {import("./types").Offer} Offer */

const plain = text => text.toLowerCase().replace(/\s+/g, " ");

/** Letters in this order, the first one first. @param {string} short @param {string} text */
function abbreviates(short, text) {
  if (!short || short[0] !== text[0]) return false;
  let at = 0;
  for (const letter of short) {
    at = text.indexOf(letter, at) + 1;
    if (!at) return false;
  }
  return true;
}

/**
 * The word with which typed text begins, and the text after it; or those between which it is open.
 * @param {Offer[]} words @param {string} typed
 * @returns {{word?: Offer, rest: string, open: Offer[]}}
 */
export function first(words, typed) {
  const text = plain(typed).trimStart(), named = words.map(word => ({ word, name: plain(word.text) }));
  const whole = named.filter(({ name }) => text === name || text.startsWith(name + " "))
    .sort((a, b) => b.name.length - a.name.length);
  if (whole.length) return { word: whole[0].word, rest: text.slice(whole[0].name.length).trimStart(), open: [] };
  const begun = named.filter(({ name }) => name.startsWith(text.trimEnd()));
  if (begun.length === 1) return { word: begun[0].word, rest: "", open: [] };
  const [chunk] = text.split(" ");
  for (const fits of [
    ({ name, word }) => name.startsWith(chunk) || String(word.number) === chunk && !isNaN(+chunk),
    ({ name }) => abbreviates(chunk, name),
  ]) {
    const found = named.filter(fits);
    const exact = found.filter(({ word }) => String(word.number) === chunk);
    const [only] = exact.length === 1 ? exact : found.length === 1 ? found : [];
    if (only) return { word: only.word, rest: after(only.name, text), open: [] };
    if (found.length) return { rest: text, open: found.map(({ word }) => word) };
  }
  return { rest: text, open: [] };
}

/** What is left of a text after a name of several words of which the first has been found. */
function after(name, text) {
  const [, ...more] = name.split(" ");
  let [, ...left] = text.split(" ");
  for (const part of more) if (left.length && left[0] && part.startsWith(left[0])) left = left.slice(1);
  return left.join(" ");
}

/** The words that may be meant by the text so far. @param {Offer[]} words @param {string} typed */
export function completions(words, typed) {
  const text = plain(typed).trim();
  if (!text) return [];
  const named = words.map(word => ({ word, name: plain(word.text) }));
  const begun = named.filter(({ name }) => name.startsWith(text));
  return (begun.length ? begun : named.filter(({ name }) => abbreviates(text, name))).map(({ word }) => word);
}
