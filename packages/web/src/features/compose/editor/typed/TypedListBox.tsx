import type { EditorView } from "prosemirror-view";
import { useTranslation } from "react-i18next";
import styles from "./TypedListBox.module.css";
import type { TypedList } from "./typed-list.ts";

interface TypedListBoxProps {
  id: string;
  view: EditorView;
  list: TypedList;
}

/** The offers under the word that is typed. The focus stays in the text (WAI-ARIA: aria-activedescendant). */
export function TypedListBox({ id, view, list }: TypedListBoxProps) {
  const { t } = useTranslation();
  const { from, to, offers, active } = list;
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
        {offers.map((offer, index) => (
          <div
            key={offer.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.offer}
            // The focus stays in the text.
            onPointerDown={(event) => {
              event.preventDefault();
              offer.apply(view, from, to);
            }}
          >
            {offer.label}
          </div>
        ))}
      </div>
      <span className="visually-hidden" role="status">
        {t("compose.suggestionsFound", { count: offers.length })}
      </span>
    </>
  );
}
