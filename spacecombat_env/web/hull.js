// @ts-check
// A ship seen from above, drawn from its own figures: what is not known is left out.

import { draw } from "./board/dom.js";

/**
 * Length from size, width from armor, a barrel for the spinal mount, bays for directors, domes for turrets, jets for Gs.
 * @param {any} card a ship as the view has it @param {Element} [parent] @param {number} [side]
 */
export function hull(card, parent, side = 0) {
  const svg = draw("svg", { viewBox: "-25 -13 50 26", class: "hull", "aria-hidden": "true" }, parent);
  const g = draw("g", { fill: `var(--bright${side})` }, svg);
  const long = 9 + 2.6 * Math.max(0, Math.min(5, -(card.size ?? -1))), wide = 3.5 + Math.min(14, card.armor || 0) * 0.3;
  draw("path", { d: `M${long} 0C${long * 0.5} ${-wide * 0.9} 0 ${-wide} ${-long * 0.6} ${-wide}L${-long * 0.92} ${-wide * 1.5}L${-long} ${-wide * 0.5}V${wide * 0.5}L${-long * 0.92} ${wide * 1.5}L${-long * 0.6} ${wide}C0 ${wide} ${long * 0.5} ${wide * 0.9} ${long} 0z` }, g);
  const guns = card.weapons || [], spinal = guns.find(gun => gun.spinal_mount), turrets = guns.find(gun => gun.row === "turret");
  if (spinal) {
    const thick = spinal.kind === "meson gun" ? 2.2 : 1;
    draw("rect", { x: long * 0.5, y: -thick / 2, width: 24 - long * 0.5 - (5 + (card.size || 0)) * 1.6, height: thick, rx: 0.5 }, g);
  }
  for (let n = 0; n < Math.min(6, Math.ceil((card.missile_directors || 0) / 5)); n++)
    for (const y of [-wide - 1.6, wide]) draw("rect", { x: -long * 0.5 + n * 3, y, width: 2.2, height: 1.6, rx: 0.4, fill: `var(--pale${side})` }, g);
  for (let n = 0; n < Math.min(6, turrets ? Math.ceil(turrets.number / 5) : 0); n++)
    draw("circle", { cx: -long * 0.45 + n * long * 0.2, cy: n % 2 ? -1.6 : 1.6, r: 0.9, fill: "var(--space)" }, g);
  for (let n = 0; n < Math.min(6, card.g_rating || 0); n++)
    draw("rect", { x: -long - 2.4, y: (n - (card.g_rating - 1) / 2) * 1.7 - 0.6, width: 2.6, height: 1.2, fill: "var(--amber)" }, g);
  return svg;
}
