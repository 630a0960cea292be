import { useTranslation } from "react-i18next";
import { Icon } from "../../../ui/icons/Icon.tsx";
import styles from "./SuggestionList.module.css";
import type { Suggestion } from "./suggest.ts";

export interface SuggestionListProps {
  /** The options are named after it. */
  id: string;
  items: readonly Suggestion[];
  /** Index of the marked one; -1: none. */
  active: number;
  onPick(item: Suggestion): void;
}

/** What the search box offers, under it. */
export function SuggestionList({ id, items, active, onPick }: SuggestionListProps) {
  const { t } = useTranslation();
  return (
    <div
      className={styles.list}
      id={id}
      role="listbox"
      aria-label={t("search.suggestions")}
      hidden={items.length === 0}
    >
      {items.map((item, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the field
        <div
          key={item.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.item}
          data-scope={item.scope}
          // The field keeps the focus: without it the list closes.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(item)}
        >
          <Icon icon={item.icon} size={16} className={styles.icon} />
          <bdi className={styles.label}>{item.label}</bdi>
          <bdi className={styles.detail}>{item.detail}</bdi>
        </div>
      ))}
    </div>
  );
}
