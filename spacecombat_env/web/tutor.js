// @ts-check
// A game that explains itself: a lesson at each of its first questions, by the kind of question.

import { $, make } from "./board/dom.js";
import * as memory from "./memory.js";
import { HOME } from "./place.js";

/** @typedef {import("./types").Tutorial} Tutorial @typedef {import("./types").Step} Step */

/** @type {Tutorial | null} */
let lessons = null;
let wanted = "", at = -1, moment = "";
/** The question of the game at which a lesson was given. @type {Map<number, number>} */
const given = new Map();
/** Steps that have been shown. @type {Set<number>} */
let done = new Set();

/**
 * Show the lesson of a question.
 * @param {import("./types").Kept | undefined} kept @param {import("./types").Stand} stand
 * @param {import("./composer").Composer | null} composer @param {boolean} isAsked @param {any} over
 */
export async function teach(kept, stand, composer, isAsked, over) {
  const box = $("lesson");
  if (!kept || !kept.tutorial || memory.likes(`untaught ${kept.id}`, false)) { box.hidden = true; return; }
  if (!lessons) {
    if (wanted) return;
    wanted = kept.tutorial;
    lessons = await (await fetch(`${HOME}static/tutorials/${wanted}.json`)).json();
    done = new Set(memory.likes(`lessons ${kept.id}`, []));
    if (!lessons) return;
  }
  if (over) return write(kept, { asked: "", title: "The end", text: lessons.end }, lessons.steps.length);
  if (!isAsked || !composer || (composer.words.length && !composer.now.asked)) return;
  const now = `${stand.at} ${composer.now.asked || stand.asked}`;
  if (now !== moment) { moment = now; choose(kept, stand, composer); }
  if (at < 0) return rest(kept);
  write(kept, lessons.steps[at], at);
}

/** Choose the first lesson not given yet that is about this question; one about a word stays until it is said. */
function choose(kept, stand, composer) {
  const asked = composer.now.asked || stand.asked, texts = composer.now.words.map(word => word.text);
  const fits = step => [step.asked].flat().includes(asked) && (!step.phase || step.phase === stand.phase)
    && (!step.word || texts.includes(step.word));
  const steps = lessons ? lessons.steps : [], next = steps.findIndex((step, n) => !done.has(n) && done.size >= (step.after || 0) && fits(step));
  at = next < 0 ? steps.findIndex((step, n) => fits(step) && (given.get(n) === stand.at || (step.word && n === at))) : next;
  if (next < 0) return;
  given.set(at, stand.at);
  learn(kept, at);
}

/** A step has been shown. @param {any} kept @param {number} n */
function learn(kept, n) {
  done.add(n);
  memory.like(`lessons ${kept.id}`, [...done]);
}

/** Between two lessons: how many are to come. @param {any} kept */
function rest(kept) {
  const box = $("lesson"), left = lessons ? lessons.steps.length - done.size : 0;
  box.hidden = !left;
  if (box.dataset.step === `left ${left}`) return;
  box.dataset.step = `left ${left}`;
  box.replaceChildren();
  further(kept, make("h2", "", `Play on. Lessons to come with their questions: ${left}`, box));
}

/** The next lesson may be read before its question comes, which it may never do. @param {any} kept @param {Element} head */
function further(kept, head) {
  const steps = lessons ? lessons.steps : [], next = steps.findIndex((_, n) => !done.has(n));
  if (next < 0) return;
  make("button", "link", "read the next now", head).onclick = () => {
    learn(kept, at = next);
    write(kept, steps[next], next);
  };
}

/** @param {any} kept @param {Step} step @param {number} n */
function write(kept, step, n) {
  const box = $("lesson"), count = lessons ? lessons.steps.length : 0, name = `${n}`;
  box.hidden = false;
  if (box.dataset.step !== name) {
    box.dataset.step = name;
    box.replaceChildren();
    const head = make("h2", "", step.title, box);
    make("small", "", n < count ? `${done.size} of ${count}` : "", head);
    const x = make("button", "link", "no more lessons", head);
    x.onclick = () => { memory.like(`untaught ${kept.id}`, true); box.hidden = true; };
    if (n === count) further(kept, head);
    make("p", "", step.text, box);
    if (step.say) make("p", "do", step.say, box);
  }
  document.querySelectorAll("#choices .taught").forEach(e => e.classList.remove("taught"));
  const mark = step.mark === undefined ? step.word : step.mark;
  if (mark) for (const b of document.querySelectorAll("#choices .word"))
    if (b.firstChild && b.firstChild.textContent === mark) b.classList.add("taught");
}
