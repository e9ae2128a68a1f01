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

/** The rows of a list that tell what others told stay as they are. @param {Element} list @param {[string, () => Element][]} rows */
function update(list, rows) {
  const before = new Map([...list.children].map(e => [told.get(e), e]));
  const found = rows.map(([text, fresh]) => {
    const e = before.get(text) || fresh();
    before.delete(text);
    told.set(e, text);
    return e;
  });
  for (const e of [...list.children]) if (!found.includes(e)) e.remove();
  found.forEach((e, n) => { if (list.children[n] !== e) list.insertBefore(e, list.children[n] || null); });
}

/** What elements tell. @type {WeakMap<Element, string>} */
const told = new WeakMap();

function fleetCard(parent, before, n) {
  const card = make("section", "card fleet"), list = make("div", "scroll");
  make("h2", "seat" + n, "", card);
  card.append(list);
  list.tabIndex = 0;
  list.setAttribute("role", "group");
  parent.insertBefore(card, before);
  return card;
}

function aimsLine(aims) {
  const line = make("div", "aims");
  for (const [label, value] of aims) fact(line, label, value);
  return line;
}

// Put a card of each side before an element of its parent; what was scrolled stays so.
export function fleets(groups, parent, before) {
  const cards = [...parent.querySelectorAll(".fleet")];
  cards.slice(groups.length).forEach(e => e.remove());
  groups.forEach((group, n) => {
    const card = cards[n] || fleetCard(parent, before, n), now = JSON.stringify(group);
    if (told.get(card) === now) return;
    told.set(card, now);
    card.setAttribute("aria-label", group.title);
    const [head, list] = card.children, [first, ...aims] = group.figures;
    head.textContent = group.title;
    if (first) make("small", "", first.join(" "), head);
    list.setAttribute("aria-label", "Ships of " + group.title);
    const rows = group.rows.map(row => [JSON.stringify(row), () => shipRow(row)]);
    if (aims.length) rows.unshift([JSON.stringify(aims), () => aimsLine(aims)]);
    if (!group.rows.length) rows.push(["", () => make("p", "empty", "no ship is known yet")]);
    update(list, rows);
  });
}
