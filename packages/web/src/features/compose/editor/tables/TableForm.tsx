import type { Command } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { useTranslation } from "react-i18next";
import { Button } from "../../../../ui/Button.tsx";
import { shortcutLabel } from "../../../../ui/keyboard/shortcut-label.ts";
import styles from "../Editor.module.css";
import { addColumn, addRow, removeColumn, removeRow, removeTable } from "./table-commands.ts";

const tools: readonly (readonly [name: "addRow" | "addColumn" | "removeRow" | "removeColumn" | "remove", Command])[] = [
  ["addRow", addRow],
  ["addColumn", addColumn],
  ["removeRow", removeRow],
  ["removeColumn", removeColumn],
  ["remove", removeTable],
];

/** What can be done with the table that the caret stands in. */
export function TableForm({ view }: { view: EditorView }) {
  const { t } = useTranslation();
  return (
    <div
      className={styles.question}
      role="group"
      aria-label={t("compose.table.title")}
      title={`${t("compose.table.title")} (${shortcutLabel("Alt+F10")})`}
      data-table-tools=""
      // The selection must stay in the text while a button is pressed with the mouse.
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // It is not the popup that is closed.
        event.preventDefault();
        event.stopPropagation();
        view.focus();
      }}
    >
      {tools.map(([name, command]) => (
        <Button
          key={name}
          variant="quiet"
          onClick={() => {
            command(view.state, view.dispatch);
            view.focus();
          }}
        >
          {t(`compose.table.${name}`)}
        </Button>
      ))}
    </div>
  );
}
