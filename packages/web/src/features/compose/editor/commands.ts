/** Commands of the toolbar and of key bindings. */
import { chainCommands, lift, setBlockType, toggleMark, wrapIn } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import type { MarkType, Node, NodeType } from "prosemirror-model";
import { liftListItem, wrapInList } from "prosemirror-schema-list";
import type { Command, EditorState } from "prosemirror-state";
import { safeHref, schema } from "./schema.ts";

export type Style = "strong" | "em" | "underline";

/** The specification's rule: the whole selection has it, removed; otherwise applied to all of it. */
export const toggleStyle = (style: Style): Command =>
  toggleMark(schema.marks[style], null, { removeWhenPresent: false });

/** Whether the caret, or all of the selection, has the mark: its button is pressed, and would remove it. */
export function hasMark(state: EditorState, type: MarkType): boolean {
  const { empty, from, to, $from } = state.selection;
  if (empty) return Boolean(type.isInSet(state.storedMarks ?? $from.marks()));
  let isFound = false;
  let isMissing = false;
  state.doc.nodesBetween(from, to, (node, position) => {
    if (!node.isInline) return;
    const text = node.isText ? node.text!.slice(Math.max(0, from - position), to - position) : "";
    if (type.isInSet(node.marks)) isFound = true;
    // As toggleMark has it: blanks between two bold words are no reason to call them not bold.
    else if (!node.isText || text.trim() !== "") isMissing = true;
  });
  return isFound && !isMissing;
}

/** Whether the selection lies in a node of the type. */
export function isInside(state: EditorState, type: NodeType): boolean {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type === type) return true;
  return false;
}

/** A list on, off, or of the other kind. */
export function toggleList(kind: "bullet_list" | "ordered_list"): Command {
  const type = schema.nodes[kind];
  return (state, dispatch) => {
    if (isInside(state, type)) return liftListItem(schema.nodes["list_item"])(state, dispatch);
    const { $from } = state.selection;
    for (let depth = $from.depth; depth > 0; depth--) {
      const name = $from.node(depth).type.name;
      if (name === "bullet_list" || name === "ordered_list") {
        dispatch?.(state.tr.setNodeMarkup($from.before(depth), type));
        return true;
      }
    }
    return wrapInList(type)(state, dispatch);
  };
}

export const toggleQuote: Command = (state, dispatch) =>
  isInside(state, schema.nodes["blockquote"])
    ? lift(state, dispatch)
    : wrapIn(schema.nodes["blockquote"])(state, dispatch);

/** As people write addresses: without the protocol, or a person's. */
function withProtocol(address: string): string {
  if (/^[^\s:/@]+@[\w.-]+$/.test(address)) return `mailto:${address}`;
  return /^[\w.-]+\.[a-z]{2,}/i.test(address) ? `https://${address}` : address;
}

/** Links the selected text; with nothing selected inserts the address itself. Refuses what `safeHref` refuses. */
export function setLink(address: string): Command {
  return (state, dispatch) => {
    const href = safeHref(withProtocol(address));
    if (!href || !URL.canParse(href)) return false;
    const mark = schema.marks.link.create({ href });
    if (state.selection.empty && linkAt(state) === undefined) {
      dispatch?.(state.tr.replaceSelectionWith(schema.text(address, [mark]), false));
      return true;
    }
    const { from, to } = linkRange(state);
    dispatch?.(state.tr.removeMark(from, to, schema.marks.link).addMark(from, to, mark));
    return true;
  };
}

/** Address of the link that the caret or the whole selection stands in. */
export function linkAt(state: EditorState): string | undefined {
  const { $from, from, to, empty } = state.selection;
  const type = schema.marks.link;
  const marks = empty ? $from.marks() : ($from.nodeAfter?.marks ?? []);
  const mark = marks.find((candidate) => candidate.type === type);
  if (!mark || (!empty && !state.doc.rangeHasMark(from, to, type))) return undefined;
  return mark.attrs["href"] as string;
}

/** The whole link around the caret, or what of the selection is linked. */
function linkRange(state: EditorState): { from: number; to: number } {
  const { $from, from, to, empty } = state.selection;
  if (!empty) return { from, to };
  const href = linkAt(state);
  const isLinked = (node: Node): boolean =>
    node.marks.some(({ attrs }) => href !== undefined && attrs["href"] === href);
  const { parent } = $from;
  let first = $from.index() - ($from.textOffset === 0 && $from.nodeBefore && isLinked($from.nodeBefore) ? 1 : 0);
  let last = first;
  while (first > 0 && isLinked(parent.child(first - 1))) first--;
  while (last < parent.childCount - 1 && isLinked(parent.child(last + 1))) last++;
  return { from: $from.posAtIndex(first), to: $from.posAtIndex(last + 1) };
}

export const removeLink: Command = (state, dispatch) => {
  // With the caret beside no link there is no range to take it off.
  if (state.selection.empty && linkAt(state) === undefined) return false;
  const { from, to } = linkRange(state);
  dispatch?.(state.tr.removeMark(from, to, schema.marks.link));
  return true;
};

/** Before the first letter of a heading, or of a line that stands elsewhere, it makes a paragraph of it. */
export const plainAtStart: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  return empty && $from.parentOffset === 0 && setBlockType(schema.nodes["paragraph"])(state, dispatch);
};

/** Takes every style and link off the selected text, and its blocks back to paragraphs. */
export const clearFormatting: Command = (state, dispatch, view) => {
  const { from, to } = state.selection;
  if (dispatch) dispatch(state.tr.removeMark(from, to).setStoredMarks([]));
  const plain = chainCommands(liftListItem(schema.nodes["list_item"]), lift, setBlockType(schema.nodes["paragraph"]));
  if (!view || !dispatch) return true;
  while (view.state.selection.$from.depth > 1 && plain(view.state, view.dispatch));
  setBlockType(schema.nodes["paragraph"])(view.state, view.dispatch);
  return true;
};

export const canUndo = (state: EditorState): boolean => undo(state);

export { redo, undo };
