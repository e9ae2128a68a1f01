// @ts-check
// Where the service lies: at the root of its host, or below a path that a proxy gives it.

/** Path of the service, with a slash at its end. */
export const HOME = new URL("..", import.meta.url).pathname;
