// @ts-check
// Making a game at the service.

import { banner } from "./banner.js";
import * as memory from "./memory.js";
import { HOME } from "./place.js";

/** Post something to the service. @param {string} path @param {any} content @returns {Promise<Response | null>} */
function send(path, content) {
  const key = memory.likes("make-key", ""), headers = { "Content-Type": "application/json" };
  if (key) headers["Authorization"] = "Bearer " + key;
  return fetch(HOME + path, { method: "POST", headers, body: typeof content === "string" ? content : JSON.stringify(content) }).catch(() => null);
}

/** What the service answers; `error` for a refusal, nothing for no answer. @param {string} path @param {any} content @returns {Promise<any>} */
export const posted = async (path, content) => (await send(path, content))?.json().catch(() => null);

/** Post a new game or a replay, with a key if the service asks for one. @param {string} path @param {any} content @returns {Promise<Response | null>} */
export async function post(path, content) {
  const key = memory.likes("make-key", ""), answer = await send(path, content);
  if (!answer || answer.status !== 401) return answer;
  const given = prompt("Who makes games here needs a key. The operator of this service gives it:", key);
  memory.like("make-key", given || "");
  return given ? post(path, content) : answer;
}

/**
 * Make a game and go to it.
 * @param {import("./types").Wanted} wanted @param {Partial<import("./types").Kept>} [more] what else to remember of it
 * @param {(game: string, invite: Record<string, string>) => void} [made] called before the page goes there
 */
export async function begin(wanted, more = {}, made = () => {}) {
  banner("The table is set up ...");
  const answer = await post("v1/games", wanted);
  if (!answer) return banner("The service does not answer.");
  const content = await answer.json();
  if (!answer.ok) return banner(content.error);
  const keys = { ...content.keys, ...(content.umpire ? { umpire: content.umpire } : {}) }, invite = /** @type {Record<string, string>} */ ({});
  for (const [seat, who] of Object.entries(wanted.seats)) {
    if (who.person !== null || !keys[seat]) continue;
    invite[seat] = keys[seat];
    delete keys[seat];
  }
  memory.keep({ id: content.game, keys, invite, wanted, title: String(wanted.scenario), ...more });
  made(content.game, invite);
  location.href = HOME + "g/" + content.game;
}
