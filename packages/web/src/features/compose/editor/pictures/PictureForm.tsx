import { NodeSelection } from "prosemirror-state";
import type { EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { useTranslation } from "react-i18next";
import { schema } from "../schema.ts";
import styles from "../Editor.module.css";

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
    <div className={styles.linkForm} role="group" aria-label={t("compose.picture")}>
      <input
        className={styles.linkInput}
        type="text"
        aria-label={t("compose.altText")}
        value={(state.doc.nodeAt(at)?.attrs["alt"] as string | undefined) ?? ""}
        onChange={({ target }) => change(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "Escape") return;
          // It is neither the Email that is sent nor the popup that is closed.
          event.preventDefault();
          event.stopPropagation();
          view.focus();
        }}
      />
      <p className={styles.formHint} aria-hidden="true">
        {t("compose.altText")}
      </p>
    </div>
  );
}
