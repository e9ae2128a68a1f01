// @ts-check
// The rules, a line each, looked for by a word.

import { $, make } from "./board/dom.js";
import { HOME } from "./place.js";

const MOST = 200;
/** @type {[string, string][] | null} */
let index = null;

/** @param {string} name rule set */
export async function showRules(name) {
  if (!index) index = Object.entries((await (await fetch(HOME + "v1/rules/" + name)).json()).index);
  find();
}

function find() {
  const sought = $("sought").value.toLowerCase().split(/\s+/).filter(Boolean), list = $("index");
  const found = (index || []).filter(row => sought.every(part => row.join(" ").toLowerCase().includes(part)));
  list.replaceChildren();
  for (const [id, title] of found.slice(0, MOST)) { make("dt", "", id, list); make("dd", "", title, list); }
  if (!found.length) make("dd", "", "No rule has these words.", list);
}
$("sought").oninput = find;
