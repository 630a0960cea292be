import { Plugin, Selection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";

/** Where the browser has the caret; undefined where something is selected, or it stands elsewhere. */
function caretOf(view: EditorView): number | undefined {
  const selection = view.dom.ownerDocument.getSelection();
  const { focusNode, focusOffset = 0, isCollapsed } = selection ?? {};
  if (!focusNode || !isCollapsed || !view.dom.contains(focusNode)) return undefined;
  return view.posAtDOM(focusNode, focusOffset);
}

/**
 * The browser tells of a caret that has moved a moment later. A key that comes sooner would act on what was selected
 * before, and select it again: the next character would replace all that was written.
 */
export const lateCaret = new Plugin({
  props: {
    handleKeyDown(view) {
      const { selection, doc, tr } = view.state;
      const caret = selection.empty || view.composing ? undefined : caretOf(view);
      if (caret !== undefined) view.dispatch(tr.setSelection(Selection.near(doc.resolve(caret))));
      return false;
    },
  },
});
