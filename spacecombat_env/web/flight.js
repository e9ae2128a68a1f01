// @ts-check
// When a spread launched now may strike, by BR-MIS-05 and BR-MIS-14: as long as its Gs last and its target drifts on.

const MISSILE_G = 12; // of a controlled missile, for all its flight (BR-MIS-05)
const LONGEST = 6; // turns

/** @typedef {{name: string, hex: string | null, vector: number[]}} Mover */

/** A hex of the map as axial steps. @param {string} hex @returns {number[]} */
function axial(hex) {
  const q = Number(hex.slice(0, 2));
  return [q, Number(hex.slice(2)) - Math.floor((q + 1) / 2)];
}

/** Turns until a spread may cross the hex of a target; 0 for never. @param {Mover} from @param {Mover} to @returns {number} */
export function turnsTo(from, to) {
  if (!from.hex || !to.hex) return 0;
  const [a, b] = [axial(from.hex), axial(to.hex)];
  const [q, r] = [0, 1].map(n => b[n] - a[n]), [vq, vr] = [0, 1].map(n => to.vector[n] - from.vector[n]);
  for (let turns = 1; turns <= LONGEST; turns += 1) {
    const [x, y] = [q + turns * vq, r + turns * vr];
    if (Math.max(Math.abs(x), Math.abs(y), Math.abs(x + y)) <= MISSILE_G * turns) return turns;
  }
  return 0;
}

/** The enemies that a ship's missiles may strike, the soonest first. @param {any} view @param {any} ship @returns {[string, number][]} */
export function strikes(view, ship) {
  const from = view.own_forces.find(force => force.name === ship.force);
  const known = new Set(view.enemy_ships.filter(enemy => enemy.detected).map(enemy => enemy.force));
  const found = view.enemy_forces.filter(force => known.has(force.name)).map(force => /** @type {[string, number]} */ ([force.name, from ? turnsTo(from, force) : 0]));
  return found.filter(([, turns]) => turns).sort((a, b) => a[1] - b[1]);
}
