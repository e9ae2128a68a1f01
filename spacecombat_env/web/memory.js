// @ts-check
// What this browser remembers: its games with their keys, and how their player likes things.

/** @typedef {import("./types").Kept} Kept */

const GAMES = "spacecombat-games", LIKES = "spacecombat-likes", MOST = 40;

/** @param {string} name @param {any} empty */
export function read(name, empty) {
  try { return JSON.parse(localStorage.getItem(name) || "") || empty; } catch { return empty; }
}

/** @param {string} name @param {any} value */
export function write(name, value) {
  try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* nothing is kept, then */ }
}

/** Games, the newest first. @returns {Kept[]} */
export const games = () => read(GAMES, []);

/** @param {string} id @returns {Kept | undefined} */
export const game = id => games().find(kept => kept.id === id);

/** Keep what is new about a game. @param {Partial<Kept> & {id: string}} news */
export function keep(news) {
  const old = game(news.id), rest = games().filter(kept => kept.id !== news.id);
  const whole = { title: "", keys: {}, ...old, ...news, when: Date.now() };
  write(GAMES, [whole, ...rest].slice(0, MOST));
}

/** @param {string} id */
export const forget = id => write(GAMES, games().filter(kept => kept.id !== id));

/** @param {string} name @param {any} usual */
export const likes = (name, usual) => read(LIKES, {})[name] ?? usual;

/** @param {string} name @param {any} value */
export const like = (name, value) => write(LIKES, { ...read(LIKES, {}), [name]: value });
