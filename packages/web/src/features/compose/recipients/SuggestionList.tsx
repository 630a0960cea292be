import { useTranslation } from "react-i18next";
import type { Suggestion } from "../../../store/drafts/writing.ts";
import { Avatar } from "../../../ui/avatar/Avatar.tsx";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./RecipientField.module.css";

export interface SuggestionListProps {
  /** Of the input: the list and its options are named after it. */
  id: string;
  people: Suggestion[];
  /** Index of the marked one; -1: none. */
  active: number;
  onPick(person: Suggestion): void;
  /** undefined where no server would keep it. */
  onNeverOffer: ((person: Suggestion) => void) | undefined;
}

/** The people offered for what is typed. */
export function SuggestionList({ id, people, active, onPick, onNeverOffer }: SuggestionListProps) {
  const { t } = useTranslation();
  return (
    <div
      className={styles.suggestions}
      id={`${id}-list`}
      role="listbox"
      aria-label={t("compose.suggestions")}
      hidden={people.length === 0}
    >
      {people.map((person, index) => (
        <div
          key={person.email}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.suggestion}
          // Before blur, which would take the typed text for a recipient.
          onPointerDown={(event) => {
            event.preventDefault();
            onPick(person);
          }}
        >
          <Avatar name={person.name ?? ""} address={person.email} />
          <span className={styles.person}>
            {person.name && <span className={styles.personName}>{visibleText(person.name)}</span>}
            <span className={person.name ? styles.personAddress : styles.personName}>{visibleText(person.email)}</span>
          </span>
          {onNeverOffer && !person.members && (
            // An option holds no controls: the keyboard has Shift+Delete.
            <span
              aria-hidden="true"
              className={styles.neverOffer}
              title={t("compose.neverOffer")}
              data-never-offer=""
              // The person is not picked, and the caret stays where one types.
              onPointerDown={(event) => event.stopPropagation()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onNeverOffer(person)}
            >
              <Icon icon="close" size={16} />
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
