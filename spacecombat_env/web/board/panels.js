// @ts-check
// The fleets, one card a side.

import { make, page } from "./dom.js";

function fact(parent, label, value) {
  const e = make("span", "", label + " ", parent);
  make("b", "", String(value), e);
}

function shipRow(row) {
  const e = make("div", "row " + row.state);
  const top = make("div", "top", undefined, e);
  const open = page.sheet, name = make(open ? "button" : "span", "name", row.name, top);
  if (open) name.onclick = () => open(row.name);
  if (row.kind) make("span", "kind", row.kind, top);
  if (["destroyed", "lost", "escaped", "aboard"].includes(row.state))
    make("span", "state " + row.state, row.state, top);
  make("span", "where", row.where, top);
  const facts = make("div", "facts", undefined, e);
  const gone = ["destroyed", "lost", "escaped"].includes(row.state);
  for (const [label, value] of row.figures) if (!gone || label === "points") fact(facts, label, value);
  for (const mark of row.marks) make("span", "chip", mark, facts);
  if (row.damage.length && !gone) {
    const hurt = make("div", "hurt", undefined, e);
    for (const [what, how] of row.damage) make("span", "chip " + how, what, hurt).title = how;
  }
  return e;
}

/** What stands in a parent now. @type {WeakMap<Element, string>} */
const told = new WeakMap();

// Put a card of each side before an element of its parent; what was scrolled stays so.
export function fleets(groups, parent, before) {
  const now = JSON.stringify(groups);
  if (told.get(parent) === now && parent.querySelector(".fleet")) return;
  told.set(parent, now);
  const scrolled = [...parent.querySelectorAll(".scroll")].map(e => e.scrollTop);
  parent.querySelectorAll(".fleet").forEach(e => e.remove());
  groups.forEach((group, n) => {
    const card = make("section", "card fleet");
    parent.insertBefore(card, before);
    card.setAttribute("aria-label", group.title);
    const [first, ...aims] = group.figures;
    const h = make("h2", "seat" + n, group.title, card);
    if (first) make("small", "", first.join(" "), h);
    const list = make("div", "scroll", undefined, card);
    list.tabIndex = 0;
    list.setAttribute("role", "group");
    list.setAttribute("aria-label", "Ships of " + group.title);
    if (aims.length) {
      const line = make("div", "aims", undefined, list);
      for (const [label, value] of aims) fact(line, label, value);
    }
    for (const row of group.rows) list.append(shipRow(row));
    if (!group.rows.length) make("p", "empty", "no ship is known yet", list);
  });
  parent.querySelectorAll(".scroll").forEach((e, n) => { if (scrolled[n]) e.scrollTop = scrolled[n]; });
}
