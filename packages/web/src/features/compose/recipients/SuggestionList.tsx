import type { EmailAddress } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { Avatar } from "../../../ui/Avatar.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./RecipientField.module.css";

export interface SuggestionListProps {
  /** Of the input: the list and its options are named after it. */
  id: string;
  people: EmailAddress[];
  /** Index of the marked one; -1: none. */
  active: number;
  onPick(person: EmailAddress): void;
}

/** The people offered for what is typed. */
export function SuggestionList({ id, people, active, onPick }: SuggestionListProps) {
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
        </div>
      ))}
    </div>
  );
}
