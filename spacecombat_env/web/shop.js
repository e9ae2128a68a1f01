// @ts-check
// A shop for fleets: ships as cards with prices, a basket, undo, saved fleets, files.

import { make } from "./board/dom.js";
import { asFile, priceOf, save, saved } from "./basket.js";
import { hull } from "./hull.js";
import { dressed } from "./place.js";
import { linesOf, sheetOf } from "./sheet.js";

/** @typedef {import("./basket.js").Basket} Basket */
/**
 * What a shop is told: `levels` of Fleet Tactics that may be chosen, `crews` on sale, what its button says,
 * `sign` returns why the fleet cannot be had, or nothing; `design` takes the file of a ship of one's own.
 * @typedef {{title: string, about: string, side: number, levels: number[], crews: string[], go: string, isSoft: boolean,
 *   sign: (also: boolean) => Promise<string | void>, also?: string, design?: (text: string) => Promise<string>}} Shop
 */

const SORTS = { points: good => -good.card.points, armor: good => -good.card.armor, G: good => -good.card.g_rating };

/** @param {Basket} basket @param {Shop} shop */
export async function openShop(basket, shop) {
  await Promise.all([dressed("sheet.css"), dressed("shop.css")]);
  const box = make("dialog", "shop", undefined, document.body), view = { sort: "points", affordable: false, said: "" };
  box.setAttribute("aria-label", shop.title);
  const head = make("header", "", undefined, box), body = make("div", "counter", undefined, box);
  const goods = make("div", "goods", undefined, body), side = make("aside", "basket", undefined, body);
  const show = (said = "") => {
    view.said = said;
    const top = goods.scrollTop, held = /** @type {any} */ (document.activeElement)?.dataset?.act;
    heading(head, basket, shop, view, show, () => box.close());
    market(goods, basket, shop, view, show);
    aside(side, basket, shop, view, show, () => { box.onclose = () => box.remove(); box.close(); });
    goods.scrollTop = top;
    if (held) box.querySelector(`[data-act="${CSS.escape(held)}"]:not([disabled])`)?.focus();
  };
  box.onclose = () => box.remove();
  box.onkeydown = e => {
    if (!(e.ctrlKey || e.metaKey) || e.key.toLowerCase() !== "z") return;
    if (e.shiftKey) basket.redo(); else basket.undo();
    e.preventDefault();
    show();
  };
  show();
  box.showModal();
}

function button(parent, text, act, name, cls = "") {
  const b = make("button", cls, text, parent);
  b.type = "button";
  b.dataset.act = name || text;
  b.onclick = act;
  return b;
}

function heading(head, basket, shop, view, show, close) {
  head.replaceChildren();
  const called = make("div", "called", undefined, head);
  make("h2", "", shop.title, called);
  make("p", "about", shop.about, called);
  const sort = make("div", "sorts", "sort", head);
  for (const name of Object.keys(SORTS)) button(sort, name, () => { view.sort = name; show(); }).setAttribute("aria-pressed", String(view.sort === name));
  button(sort, "affordable", () => { view.affordable = !view.affordable; show(); }).setAttribute("aria-pressed", String(view.affordable));
  button(head, `Your fleet: ${basket.total} of ${basket.terms.points}`, () => head.nextElementSibling.lastElementChild.scrollIntoView(), "to basket", "jump");
  button(head, "Close", close);
}

function market(box, basket, shop, view, show) {
  box.replaceChildren();
  const fits = good => !view.affordable || priceOf(good.card) <= basket.left || basket.count(good.name);
  for (const good of [...basket.goods].sort((a, b) => SORTS[view.sort](a) - SORTS[view.sort](b)).filter(fits)) {
    const { card } = good, count = basket.count(good.name), e = make("article", "good" + (count ? " has" : ""), undefined, box);
    hull(card, e, shop.side);
    const h = make("h3", "", undefined, e);
    button(h, good.name, () => look(card, shop.side), "look " + good.name, "link").title = "The whole card";
    make("small", "", `${card.type || (card.drone ? "drone" : "own design")} · TL ${card.tech_level}`, h);
    make("b", "price", String(card.points), e);
    const facts = make("p", "facts", undefined, e);
    for (const [label, value] of [["armor", card.armor], ["G", card.g_rating], ["size", card.size], ["jump", card.jump]]) {
      make("b", "", String(value), make("span", "", label + " ", facts));
    }
    make("p", "lines", linesOf(card).join("\n"), e);
    const row = make("div", "row-of", undefined, e);
    make("small", "", good.entry ? "your own" : shop.isSoft ? "" : `${good.left - count} in the pool`, row);
    if (count) button(row, "−", () => { basket.remove(basket.now.items.findLastIndex(item => item.name === good.name)); show(); }, "less " + good.name).ariaLabel = "One " + good.name + " less";
    if (count) make("b", "", String(count), row);
    const b = button(row, "+ buy", () => { basket.add(good.name); show(); }, "buy " + good.name, "buy");
    b.ariaLabel = "Buy " + good.name;
    b.disabled = count >= good.left || (!shop.isSoft && priceOf(card) > basket.left);
  }
}

function look(card, side) {
  const box = make("dialog", "sheet-of", undefined, document.body);
  box.setAttribute("aria-label", "Card of " + card.name);
  box.append(sheetOf({ ...card, name: card.class, state: "", force: "", fired: undefined }, side));
  button(box, "Close", () => box.close());
  box.onclose = () => box.remove();
  box.showModal();
}

function aside(box, basket, shop, view, show, done) {
  box.replaceChildren();
  const h = make("h2", "", "Your fleet", box), left = basket.left;
  make("small", "", `${basket.total} of ${basket.terms.points}`, h);
  const bar = make("progress", left < 0 ? "beyond" : "", undefined, box);
  Object.assign(bar, { max: Math.max(1, basket.terms.points), value: Math.min(basket.total, basket.terms.points), ariaLabel: "Points spent" });
  const row = make("div", "row-of", undefined, box);
  make("b", left < 0 ? "beyond" : "rest", left < 0 ? `${-left} points too many` : `${left} points left`, row);
  button(row, "↶ undo", () => { basket.undo(); show(); }, "undo").disabled = !basket.before.length;
  const again = button(row, "↷", () => { basket.redo(); show(); }, "redo");
  again.disabled = !basket.after.length;
  again.ariaLabel = "Redo";
  items(box, basket, shop, show);
  tactics(box, basket, shop, show);
  sums(box, basket);
  files(box, basket, shop, show);
  const also = shop.also ? make("label", "switch", undefined, box) : null, field = also ? make("input", "", undefined, also) : null;
  if (field) { field.type = "checkbox"; make("b", "", shop.also, also); }
  const wrong = make("p", "wrong", view.said, box);
  wrong.setAttribute("role", "alert");
  const go = button(box, shop.go, async () => {
    go.disabled = true;
    const why = await shop.sign(!!field && field.checked);
    if (why) show(why); else done();
  }, "sign", "go sign");
  go.disabled = !basket.now.items.length || (!shop.isSoft && left < 0);
}

function items(box, basket, shop, show) {
  const list = make("ul", "", undefined, box);
  basket.now.items.forEach((item, n) => {
    const good = basket.good(item.name), li = make("li", "", undefined, list);
    hull(good.card, li, shop.side);
    make("span", "", item.name, li);
    if (shop.crews.length && !good.card.drone) {
      const field = make("select", "", undefined, li);
      for (const crew of shop.crews) make("option", "", crew, field).value = crew;
      field.value = item.crew || "average";
      field.ariaLabel = "Crew of " + item.name;
      field.onchange = () => { basket.change({ items: basket.now.items.map((other, k) => k === n ? { ...other, crew: field.value } : other) }); show(); };
    }
    make("b", "", String(priceOf(good.card, item.crew)), li);
    button(li, "✕", () => { basket.remove(n); show(); }, "remove " + n).ariaLabel = "Remove " + item.name;
  });
  if (!basket.now.items.length) make("p", "empty", "Nothing yet. The cards have a button each.", box);
}

function tactics(box, basket, shop, show) {
  if (!shop.levels.length) return;
  const row = make("div", "levels", undefined, box);
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", "Fleet Tactics");
  const text = make("span", "", "Fleet Tactics", row);
  make("small", "", "most ships in one force, most decoys", text);
  for (const level of shop.levels) {
    const b = button(row, String(level), () => { basket.change({ tactics: level }); show(); }, "level " + level);
    b.setAttribute("aria-pressed", String(level === basket.now.tactics));
    make("small", "", level === basket.terms.tactics || !basket.terms.cost ? "free" : String((level - basket.terms.tactics) * basket.terms.cost), b);
  }
}

function sums(box, basket) {
  const cards = basket.now.items.map(item => basket.good(item.name)?.card).filter(card => !card.drone);
  if (!cards.length) return;
  const sum = of => cards.reduce((all, card) => all + of(card), 0), list = make("dl", "sums", undefined, box);
  for (const [label, value] of [["beams", sum(card => card.weapons.reduce((all, gun) => all + gun.number, 0))],
    ["missiles / directors", `${sum(card => card.ready_missiles)} / ${sum(card => card.missile_directors)}`],
    ["slowest ship", `${Math.min(...cards.map(card => card.g_rating))} G`],
    ["best sensors, active / passive", `${Math.max(...cards.map(card => card.sensors.active))} / ${Math.max(...cards.map(card => card.sensors.passive))}`],
    ["weakest armor", Math.min(...cards.map(card => card.armor))]]) {
    make("dt", "", label, list);
    make("dd", "", String(value), list);
  }
}

function files(box, basket, shop, show) {
  const row = make("div", "row-of files", undefined, box);
  const name = make("input", "", undefined, row), fleets = saved();
  Object.assign(name, { placeholder: "name of this fleet", ariaLabel: "Name of this fleet", maxLength: 40, value: basket.title || "" });
  name.oninput = () => { basket.title = name.value; };
  const called = () => name.value.trim() || "fleet";
  button(row, "Save", () => { save(called(), basket.side); show(); });
  button(row, "As a file", () => asFile(called(), basket.side));
  const taken = side => { const missing = basket.take(side); show(missing.length ? `Not for sale here: ${missing.join(", ")}` : ""); };
  if (Object.keys(fleets).length) {
    const field = make("select", "", undefined, row);
    field.ariaLabel = "Load a saved fleet";
    for (const each of ["load …", ...Object.keys(fleets)]) make("option", "", each, field);
    field.onchange = () => { basket.title = field.value; taken(fleets[field.value]); };
  }
  const label = make("label", "file", shop.design ? "Open a fleet or a ship's design" : "Open a fleet", row), field = make("input", "", undefined, label);
  Object.assign(field, { type: "file", accept: ".json,.yaml,.yml" });
  field.onchange = async () => {
    const text = await field.files[0].text();
    let side = null;
    try { side = JSON.parse(text); } catch { /* a design, then */ }
    if (side && Array.isArray(side.ships)) { basket.title = side.fleet || ""; return taken(side); }
    show(shop.design ? await shop.design(text) : "This file is no fleet.");
  };
}
