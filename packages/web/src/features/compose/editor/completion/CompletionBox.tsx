import type { EditorView } from "prosemirror-view";
import { useTranslation } from "react-i18next";
import styles from "./CompletionBox.module.css";
import type { CompletionList } from "./completion.ts";

interface CompletionBoxProps {
  id: string;
  view: EditorView;
  list: CompletionList;
}

/** In px, as CompletionBox.module.css has them. */
const [ROW, PADDING, MAX_HEIGHT, GAP] = [32, 4, 264, 4];

/** Above the word where there is more room: below the last line of a long text the list would be out of sight. */
function isAbove({ top, bottom }: { top: number; bottom: number }, height: number, room: DOMRect): boolean {
  const below = room.bottom - bottom - GAP;
  return below < height && top - GAP - room.top > below;
}

/** The completions under the word that is typed. The focus stays in the text (WAI-ARIA: aria-activedescendant). */
export function CompletionBox({ id, view, list }: CompletionBoxProps) {
  const { t } = useTranslation();
  const { from, to, completions, active } = list;
  const place = view.dom.parentElement!.getBoundingClientRect();
  const word = view.coordsAtPos(from);
  const height = Math.min(MAX_HEIGHT, completions.length * ROW + 2 * PADDING);
  const room = view.dom.closest("[data-scroller]")?.getBoundingClientRect() ?? place;
  const vertical = isAbove(word, height, room)
    ? { bottom: place.bottom - word.top + GAP }
    : { top: word.bottom - place.top + GAP };
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label={t("compose.suggestions")}
        className={styles.list}
        style={{ left: Math.min(word.left - place.left, Math.max(0, place.width - 240)), ...vertical }}
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
