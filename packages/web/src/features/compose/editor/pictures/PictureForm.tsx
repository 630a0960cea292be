import { type EditorState, NodeSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { useTranslation } from "react-i18next";
import { schema } from "../schema.ts";
import styles from "../Editor.module.css";
import { EditorQuestion } from "../EditorQuestion.tsx";

/** Where the selected picture stands. */
export function selectedPicture({ selection }: EditorState): number | undefined {
  return selection instanceof NodeSelection && selection.node.type === schema.nodes["image"]
    ? selection.from
    : undefined;
}

/** What stands for the selected picture where it is not seen. */
export function PictureForm({ view, state, at }: { view: EditorView; state: EditorState; at: number }) {
  const { t } = useTranslation();
  const change = (alt: string): void => {
    const transaction = view.state.tr.setNodeAttribute(at, "alt", alt);
    view.dispatch(transaction.setSelection(NodeSelection.create(transaction.doc, at)));
  };
  return (
    <EditorQuestion
      title={t("compose.picture")}
      aria-label={t("compose.altText")}
      value={(state.doc.nodeAt(at)?.attrs["alt"] as string | undefined) ?? ""}
      onChange={({ target }) => change(target.value)}
      onEnter={() => view.focus()}
      onEscape={() => view.focus()}
    >
      <p className={styles.hint} aria-hidden="true">
        {t("compose.altText")}
      </p>
    </EditorQuestion>
  );
}
