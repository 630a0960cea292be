import type { EditorView } from "prosemirror-view";
import { useTranslation } from "react-i18next";
import styles from "./CompletionBox.module.css";
import type { CompletionList } from "./completion.ts";

interface CompletionBoxProps {
  id: string;
  view: EditorView;
  list: CompletionList;
}

/** The completions under the word that is typed. The focus stays in the text (WAI-ARIA: aria-activedescendant). */
export function CompletionBox({ id, view, list }: CompletionBoxProps) {
  const { t } = useTranslation();
  const { from, to, completions, active } = list;
  const place = view.dom.parentElement!.getBoundingClientRect();
  const { left, bottom } = view.coordsAtPos(from);
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label={t("compose.suggestions")}
        className={styles.list}
        style={{ left: Math.min(left - place.left, Math.max(0, place.width - 240)), top: bottom - place.top + 4 }}
      >
        {completions.map((completion, index) => (
          <div
            key={completion.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.completion}
            // The focus stays in the text.
            onPointerDown={(event) => {
              event.preventDefault();
              completion.apply(view, from, to);
            }}
          >
            {completion.label}
          </div>
        ))}
      </div>
      <span className="visually-hidden" role="status">
        {t("compose.suggestionsFound", { count: completions.length })}
      </span>
    </>
  );
}
