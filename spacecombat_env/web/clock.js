// @ts-check
// The time of the seat whose board is shown, as it runs here; the service counts.

import { $ } from "./board/dom.js";

/** @type {import("./types").Stand | null} */
let stand = null;
const told = ms => { const s = Math.ceil(Math.max(0, ms) / 1000); return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`; };

/** @param {import("./types").Stand} now */
export function showClock(now) { stand = now; tick(); }

function tick() {
  const clock = stand && stand.clock, box = $("clock");
  box.hidden = !clock;
  if (!stand || !clock) return;
  const left = clock.order_ms - (stand.type === "ask" ? Date.now() - (stand.since || 0) : 0), bank = clock.bank_ms;
  box.textContent = told(left) + (bank === undefined ? "" : ` + ${told(bank + Math.min(0, left))}`);
}
setInterval(tick, 250);
