/** What the toolbar and the keys do to the text. */
import { chainCommands, lift, setBlockType, toggleMark, wrapIn } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import type { MarkType, NodeType } from "prosemirror-model";
import { liftListItem, wrapInList } from "prosemirror-schema-list";
import type { Command, EditorState } from "prosemirror-state";
import { safeHref, schema } from "./schema.ts";

export type Style = "strong" | "em" | "underline";

/** The specification's rule: the whole selection has it, removed; otherwise applied to all of it. */
export const toggleStyle = (style: Style): Command =>
  toggleMark(schema.marks[style], null, { removeWhenPresent: false });

/** Whether the caret, or all text of the selection, has the mark: the pressed state of its button. */
export function hasMark(state: EditorState, type: MarkType): boolean {
  const { empty, from, to, $from } = state.selection;
  if (empty) return Boolean(type.isInSet(state.storedMarks ?? $from.marks()));
  let found = false;
  let missing = false;
  state.doc.nodesBetween(from, to, (node) => {
    if (!node.isText) return;
    if (type.isInSet(node.marks)) found = true;
    else if (node.text?.trim()) missing = true;
  });
  return found && !missing;
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

/** Links the selected text; with nothing selected inserts the address itself. Refuses what `safeHref` refuses. */
export function setLink(address: string): Command {
  return (state, dispatch) => {
    const href = safeHref(/^[\w.-]+\.[a-z]{2,}/i.test(address) ? `https://${address}` : address);
    if (!href) return false;
    const mark = schema.marks["link"].create({ href });
    const { from, to, empty } = state.selection;
    dispatch?.(
      empty ? state.tr.replaceSelectionWith(schema.text(address, [mark]), false) : state.tr.addMark(from, to, mark),
    );
    return true;
  };
}

/** Takes every style and link off the selected text, and its blocks back to paragraphs. */
export const clearFormatting: Command = (state, dispatch, view) => {
  const { from, to } = state.selection;
  if (dispatch) dispatch(state.tr.removeMark(from, to).setStoredMarks([]));
  const plain = chainCommands(liftListItem(schema.nodes["list_item"]), lift, setBlockType(schema.nodes["paragraph"]));
  if (view && dispatch) while (view.state.selection.$from.depth > 1 && plain(view.state, view.dispatch));
  return true;
};

export { redo, undo };
