// @ts-check
// Modules that are loaded at their first use.

/**
 * What is done with such a module, once it is here: in the order in which it was asked for, which several imports do not keep.
 * @template T @param {() => Promise<T>} load @returns {(use: (module: T) => void) => void}
 */
export function later(load) {
  /** @type {Promise<T>} */
  let loaded;
  return use => void (loaded ||= load()).then(use);
}
