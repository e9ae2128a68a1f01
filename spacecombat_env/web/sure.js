// @ts-check
// What gives something up for good is asked, always: the dialog names it, and its default is No.

import { $, make } from "./board/dom.js";

/**
 * Ask whether something is given up.
 * @param {string} title @param {string[]} losses what is given up, in words @param {string} yes
 * @returns {Promise<boolean>}
 */
export function sure(title, losses, yes) {
  const dialog = $("sure"), list = $("sure-losses");
  if (dialog.open) return Promise.resolve(false);
  $("sure-what").textContent = title;
  $("sure-yes").textContent = yes;
  list.replaceChildren();
  for (const loss of losses) make("li", "", loss[0].toUpperCase() + loss.slice(1) + ".", list);
  dialog.returnValue = "";
  dialog.showModal();
  $("sure-no").focus();
  return new Promise(keep => dialog.addEventListener("close", () => keep(dialog.returnValue === "yes"), { once: true }));
}

$("sure-yes").onclick = () => $("sure").close("yes");
$("sure-no").onclick = () => $("sure").close("no");
