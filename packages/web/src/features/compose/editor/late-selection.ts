import { Plugin, Selection, TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";

/** What the browser has selected, as ProseMirror reads it; undefined where that is not a caret and not text. */
function selectionOf(view: EditorView): Selection | undefined {
  const { anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed } = view.dom.ownerDocument.getSelection() ?? {};
  const { selection, doc } = view.state;
  if (!anchorNode || !focusNode || (!isCollapsed && !(selection instanceof TextSelection))) return undefined;
  if (!view.dom.contains(anchorNode) || !view.dom.contains(focusNode)) return undefined;
  const $head = doc.resolve(view.posAtDOM(focusNode, focusOffset!, 1));
  if (isCollapsed) return Selection.near($head);
  return TextSelection.between(doc.resolve(view.posAtDOM(anchorNode, anchorOffset!, 1)), $head);
}

/**
 * The browser tells of a selection a moment after it has changed. A key that comes sooner would act on what was
 * selected before: it would replace all that was written, or write where the caret was.
 */
export const lateSelection = new Plugin({
  props: {
    handleKeyDown(view) {
      const selection = view.composing ? undefined : selectionOf(view);
      if (selection && !selection.eq(view.state.selection)) view.dispatch(view.state.tr.setSelection(selection));
      return false;
    },
  },
});
