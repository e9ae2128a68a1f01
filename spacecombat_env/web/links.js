// @ts-check
// Addresses to hand on: a link with a button that copies it, its QR code, a word of warning.

import { make } from "./board/dom.js";
import { HOME } from "./place.js";

/** @param {string} game @param {string} [seat] @param {string | null} [key] */
export const addressOf = (game, seat, key) =>
  `${location.origin}${HOME}g/${game}` + (seat && key ? `#seat=${seat}&key=${key}` : "");

/** Whether no other machine reaches this address. */
export const isLoopback = () => /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

/** Copy what a field holds; over plain HTTP there is no Clipboard API. @param {HTMLInputElement} field @param {Element} told */
async function copy(field, told) {
  field.select();
  let done = false;
  try { await navigator.clipboard.writeText(field.value); done = true; } catch { done = document.execCommand("copy"); }
  told.textContent = done ? "Copied" : "Select it and press Ctrl+C";
  setTimeout(() => { told.textContent = "Copy link"; }, 2500);
}

/**
 * Write a link with its button.
 * @param {Element} parent @param {string} address @param {string} label @param {boolean} [code] with its QR code
 */
export function linkOf(parent, address, label, code = false) {
  const box = make("div", "linked" + (code ? " coded" : ""), undefined, parent);
  if (code) import("./qr.js").then(({ picture }) => box.prepend(picture(address)));
  const field = make("input", "", undefined, box), b = make("button", code ? "go" : "", "Copy link", box);
  Object.assign(field, { value: address, readOnly: true, ariaLabel: label });
  field.onfocus = () => field.select();
  b.onclick = () => copy(field, b);
  b.type = "button";
  return box;
}
