// @ts-check
// The line at the top of a page.

import { $ } from "./board/dom.js";

/** Say something in the banner; nothing puts it away. @param {string} [text] */
export function banner(text = "") {
  $("banner").textContent = text;
  $("banner").hidden = !text;
}
