/** Lines that are read from right to left: by the first letter of each, as `dir="auto"` has it (Unicode UAX #9, P2). */
import type { Node } from "prosemirror-model";
import { Plugin } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";

const letter = /\p{L}/u;
/** Hebrew, Arabic, Syriac, Thaana, N'Ko and their kin. */
const fromTheRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export type Direction = "rtl" | "ltr";

/** Undefined: it has no letter. */
export function directionOf(text: string): Direction | undefined {
  const first = letter.exec(text)?.[0];
  if (first === undefined) return undefined;
  return fromTheRight.test(first) ? "rtl" : "ltr";
}

/** Of nodes, which do not change. */
const known = new WeakMap<Node, Direction | "none">();

function ofNode(node: Node): Direction | "none" {
  const before = known.get(node);
  if (before) return before;
  let found: Direction | "none" = "none";
  if (node.isText) found = directionOf(node.text!) ?? "none";
  else for (let at = 0; at < node.childCount && found === "none"; at++) found = ofNode(node.child(at));
  known.set(node, found);
  return found;
}

/** What stands as a whole on one side: signs before the entries of a list, the columns of a table. */
const isOneSided = ({ isTextblock, type }: Node): boolean =>
  isTextblock || /^(?:bullet_list|ordered_list|table|blockquote)$/.test(type.name);

function addDirections(parent: Node, at: number, around: Direction, found: Decoration[]): void {
  parent.forEach((node, offset) => {
    if (node.isInline) return;
    const own = ofNode(node);
    const next = own === "none" || !isOneSided(node) ? around : own;
    const from = at + offset;
    if (next !== around) found.push(Decoration.node(from, from + node.nodeSize, { dir: next }));
    // Within what has none other, nothing is to be said.
    if (!node.isTextblock && (next === "rtl" || hasFromTheRight(node))) addDirections(node, from + 1, next, found);
  });
}

const rights = new WeakMap<Node, boolean>();

function hasFromTheRight(node: Node): boolean {
  const before = rights.get(node);
  if (before !== undefined) return before;
  const has = node.isTextblock ? ofNode(node) === "rtl" : node.children.some(hasFromTheRight);
  rights.set(node, has);
  return has;
}

const sets = new WeakMap<Node, DecorationSet>();

export const directions = new Plugin({
  props: {
    decorations({ doc }) {
      if (!hasFromTheRight(doc)) return null;
      const before = sets.get(doc);
      if (before) return before;
      const found: Decoration[] = [];
      addDirections(doc, 0, "ltr", found);
      const set = DecorationSet.create(doc, found);
      sets.set(doc, set);
      return set;
    },
  },
});

/** Says it in what is sent too. @param around the direction of what it stands in */
export function writeDirections(parent: Element, around: Direction = "ltr"): void {
  for (const element of parent.children) {
    const isSided = /^(?:p|h[1-3]|ul|ol|table|blockquote)$/.test(element.localName);
    const next = (isSided ? directionOf(element.textContent) : undefined) ?? around;
    if (next !== around) element.setAttribute("dir", next);
    if (!/^(?:p|h[1-3])$/.test(element.localName)) writeDirections(element, next);
  }
}
