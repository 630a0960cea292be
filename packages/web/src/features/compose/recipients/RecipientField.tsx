import type { EmailAddress } from "@pismo/jmap";
import { type ReactNode, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Suggestion } from "../../../store/drafts/writing.ts";
import { RecipientChips } from "./RecipientChips.tsx";
import styles from "./RecipientField.module.css";
import { RecipientInput } from "./RecipientInput.tsx";
import { SuggestionList } from "./SuggestionList.tsx";
import { useRecipientList } from "./use-recipient-list.ts";
import { useSuggestions } from "./use-suggestions.ts";

export interface RecipientFieldProps {
  /** Marks the input, so that the form can put the focus there. */
  name: string;
  label: string;
  recipients: EmailAddress[];
  /** Typed text that is not a chip yet. */
  text: string;
  onChange(recipients: EmailAddress[], text: string): void;
  /** People and groups whose name or address begins with the text, best first; a later list takes the place of an earlier. */
  suggest(text: string): AsyncIterable<Suggestion[]>;
  /** A person is not to be offered again; undefined where no server would keep it. */
  onNeverOffer: ((person: Suggestion) => void) | undefined;
  error?: string | undefined;
  autoFocus?: boolean;
  /** Content at the right end, e.g. the buttons that unfold Cc and Bcc. */
  children?: ReactNode;
}

/** Recipients as chips in a text input, completed while one types (WAI-ARIA combobox with a list). */
export function RecipientField(props: RecipientFieldProps) {
  const { name, label, recipients, text, onChange, suggest, onNeverOffer, error, autoFocus, children } = props;
  const { t } = useTranslation();
  const id = useId();
  const suggestions = useSuggestions(text, recipients, suggest);
  const input = useRef<HTMLInputElement>(null);
  const chips = useRef<HTMLUListElement>(null);
  const list = useRecipientList({ recipients, text, onChange, input, chips });
  const { people, active } = suggestions;
  const neverOffer =
    onNeverOffer &&
    ((person: Suggestion): void => {
      suggestions.drop(person);
      onNeverOffer(person);
    });
  return (
    <div className={styles.field}>
      <div className={styles.line} data-invalid={error ? "" : undefined}>
        <label className={styles.label} htmlFor={`${id}-input`}>
          {label}
        </label>
        {/* A click beside the chips is a click into the input. */}
        <ul
          className={styles.chips}
          ref={chips}
          onMouseDown={(event) => {
            if (event.target !== event.currentTarget) return;
            event.preventDefault();
            list.focusInput();
          }}
        >
          <RecipientChips
            recipients={recipients}
            list={chips}
            onRemove={list.remove}
            onEdit={list.edit}
            onLeave={list.focusInput}
          />
          <li className={styles.inputItem}>
            <RecipientInput
              ref={input}
              id={id}
              name={name}
              text={text}
              hasChips={recipients.length > 0}
              isInvalid={error !== undefined}
              autoFocus={autoFocus}
              list={list}
              suggestions={suggestions}
              neverOffer={neverOffer}
              onType={(typed) => onChange(recipients, typed)}
            />
          </li>
        </ul>
        {children}
      </div>
      <span id={`${id}-hint`} className="visually-hidden">
        {t("compose.recipientsHint", { count: recipients.length })}
      </span>
      <span id={`${id}-never`} className="visually-hidden">
        {t("compose.neverOfferHint")}
      </span>
      <span className="visually-hidden" role="status">
        {people.length > 0 ? t("compose.suggestionsFound", { count: people.length }) : list.news}
      </span>
      <SuggestionList
        id={id}
        people={people}
        active={active}
        onPick={(person) => list.add(person.members ?? [person])}
        onNeverOffer={neverOffer}
      />
      {error && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
