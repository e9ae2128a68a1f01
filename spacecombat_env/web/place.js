// @ts-check
// Where the service lies: at the root of its host, or below a path that a proxy gives it.

/** Path of the service, with a slash at its end. */
export const HOME = new URL("..", import.meta.url).pathname;

/** Take in a style sheet that only a part of the page needs. @param {string} name @returns {Promise<void>} */
export function dressed(name) {
  if (document.querySelector(`link[href$="${name}"]`)) return Promise.resolve();
  const link = document.createElement("link");
  return new Promise(done => {
    Object.assign(link, { rel: "stylesheet", href: `${HOME}static/${name}`, onload: () => done(), onerror: () => done() });
    document.head.append(link);
  });
}
