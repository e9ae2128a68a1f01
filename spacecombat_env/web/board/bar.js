// @ts-check
// The bar of playback: a segment for each scene, and the buttons that steer it.

import { make } from "./dom.js";

export const PACES = [["0.5", "½×"], ["1", "1×"], ["2", "2×"], ["4", "4×"], ["losses", "losses only"]];
export const paceOf = pace => +pace || 1;

export class Bar {
  /**
   * @param {Element} parent
   * @param {{go: (n: number) => void, pause: () => void, skip: () => void, pace: (pace: string) => void}} on
   * @param {string} goal what skipping leads to
   */
  constructor(parent, on, goal) {
    this.box = make("div", "playback", undefined, parent);
    this.on = on; this.at = 0; this.count = 0;
    /** @type {any[]} */
    this.segments = [];
    this.reel = make("div", "reel", undefined, this.box);
    this.told = make("p", "told", "", this.box);
    const ways = make("div", "list", undefined, this.box);
    const way = (cls, text, title, act) => { const b = make("button", cls, text, ways); b.title = title; b.onclick = act; return b; };
    way("again", "↺", "From the beginning", () => on.go(0)).setAttribute("aria-label", "From the beginning");
    way("back", "◀", "One scene back (←)", () => on.go(Math.max(0, this.at - 1))).setAttribute("aria-label", "One scene back");
    this.pause = way("pause", "pause", "Pause or go on (space)", on.pause);
    way("on", "▶", "Next scene (→)", () => on.go(this.at + 1)).setAttribute("aria-label", "Next scene");
    this.paces = PACES.map(([pace, text]) => way("pace", text, "Pace", () => on.pace(pace)));
    this.skip = way("go skip", goal, goal + " (Esc)", on.skip);
  }

  /** Show what is played back. @param {{does: string, isLoss: boolean, span: number, title: string}[]} scenes */
  fill(scenes) {
    if (scenes.length === this.count && this.segments.every((e, n) => e.title === scenes[n].title)) return;
    this.count = scenes.length;
    this.reel.replaceChildren();
    this.segments = scenes.map(({ does, isLoss, span, title }, n) => {
      const e = make("button", `segment ${does || "other"}${isLoss ? " loss" : ""}`, isLoss ? "✕" : "", this.reel);
      e.style.flexGrow = String(Math.max(1, Math.round(span / 100)));
      e.title = title;
      e.setAttribute("aria-label", title);
      e.tabIndex = -1;
      e.onclick = () => this.on.go(n);
      return e;
    });
  }

  /** Show where playback is. @param {number} at @param {boolean} isPaused @param {string} pace */
  mark(at, isPaused, pace) {
    this.at = at;
    this.told.textContent = this.segments[at] ? `${at + 1} of ${this.count}: ${this.segments[at].title}` : "";
    this.segments.forEach((e, n) => { e.classList.toggle("past", n < at); e.classList.toggle("now", n === at); });
    this.pause.textContent = isPaused ? "go on" : "pause";
    this.paces.forEach((e, n) => e.setAttribute("aria-pressed", String(PACES[n][0] === pace)));
  }
}
