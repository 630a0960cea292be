import type { EmailAddress } from "@pismo/jmap";
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../../ui/Avatar.tsx";
import { focusChip, RecipientChips } from "./RecipientChips.tsx";
import { distinctRecipients, formatRecipient, isValidAddress, isWithinQuotes, parseRecipients } from "./recipients.ts";
import styles from "./RecipientField.module.css";
import { useSuggestions } from "./use-suggestions.ts";
import { visibleText } from "../../ui/visible-text.ts";

export interface RecipientFieldProps {
  /** Marks the input, so that the form can put the focus there. */
  name: string;
  label: string;
  recipients: EmailAddress[];
  /** What is typed and is no chip yet. */
  text: string;
  onChange(recipients: EmailAddress[], text: string): void;
  /** People written to and heard from whose name or address begins with the text; best first. */
  suggest(text: string): Promise<EmailAddress[]>;
  error?: string | undefined;
  autoFocus?: boolean;
  /** What stands at the right end, e.g. the buttons that unfold Cc and Bcc. */
  children?: ReactNode;
}

/** Recipients as chips in a text input, completed while one types (WAI-ARIA combobox with a list). */
export function RecipientField(props: RecipientFieldProps) {
  const { name, label, recipients, text, onChange, suggest, error, autoFocus, children } = props;
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const chips = useRef<HTMLUListElement>(null);
  const [news, setNews] = useState("");
  const { people, active, chosen, move, close } = useSuggestions(text, recipients, suggest);
  const isOpen = people.length > 0;

  const add = (added: EmailAddress[], rest = ""): void => {
    const all = distinctRecipients([...recipients, ...added]);
    const names = added.map((person) => visibleText(person.name ?? person.email)).join(", ");
    if (all.length > recipients.length) setNews(t("compose.recipientsAdded", { names, count: all.length }));
    onChange(all, rest);
    requestAnimationFrame(() => chips.current?.scrollTo({ top: chips.current.scrollHeight }));
  };
  const remove = (index: number): void => {
    const { name: fullName, email } = recipients[index]!;
    setNews(t("compose.recipientRemoved", { name: fullName ?? email, count: recipients.length - 1 }));
    onChange(
      recipients.filter((_, at) => at !== index),
      text,
    );
    if (recipients.length === 1) input.current?.focus();
    // The chip that takes its place, else the one before.
    else requestAnimationFrame(() => focusChip(chips.current, Math.min(index, recipients.length - 2)));
  };
  const edit = (index: number): void => {
    const others = recipients.filter((_, at) => at !== index);
    onChange(distinctRecipients([...others, ...parseRecipients(text)]), formatRecipient(recipients[index]!));
    input.current?.focus();
  };

  const keyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    const { value, selectionStart } = event.currentTarget;
    if ((key === "," || key === ";") && isWithinQuotes(value.slice(0, selectionStart ?? value.length))) return;
    if ((key === "ArrowDown" || key === "ArrowUp") && isOpen) {
      event.preventDefault();
      move(key === "ArrowDown" ? 1 : -1);
    } else if (key === "Escape" && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (key === "Enter" || key === "," || key === ";" || (key === "Tab" && chosen && !event.shiftKey)) {
      if (key !== "Tab" || text.trim() !== "") event.preventDefault();
      if (text.trim() === "") return;
      const isPicked = chosen !== undefined && (key === "Enter" || key === "Tab");
      add(isPicked ? [chosen] : parseRecipients(text));
    } else if (key === " " && isValidAddress(text.trim())) {
      event.preventDefault();
      add(parseRecipients(text));
    } else if ((key === "Backspace" || key === "ArrowLeft") && text === "" && recipients.length > 0) {
      event.preventDefault();
      focusChip(chips.current, recipients.length - 1);
    }
  };

  const paste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData("text/plain");
    const parsed = parseRecipients(pasted);
    if (text.trim() !== "" || (parsed.length < 2 && !parsed.every(({ email }) => isValidAddress(email)))) return;
    event.preventDefault();
    add(parsed);
  };

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
            input.current?.focus();
          }}
        >
          <RecipientChips
            recipients={recipients}
            list={chips}
            onRemove={remove}
            onEdit={edit}
            onLeave={() => input.current?.focus()}
          />
          <li className={styles.inputItem}>
            <input
              ref={input}
              id={`${id}-input`}
              data-recipients={name}
              className={styles.input}
              type="text"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              // The popup has just been opened to write: the caret belongs into its first field.
              autoFocus={autoFocus}
              value={text}
              role="combobox"
              aria-expanded={isOpen}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
              aria-invalid={error ? true : undefined}
              aria-describedby={
                `${error ? `${id}-error ` : ""}${recipients.length > 0 ? `${id}-hint` : ""}`.trim() || undefined
              }
              onChange={(event) => onChange(recipients, event.target.value)}
              onKeyDown={keyDown}
              onPaste={paste}
              onBlur={() => {
                close();
                if (text.trim() !== "") add(parseRecipients(text));
              }}
            />
          </li>
        </ul>
        {children}
      </div>
      <span id={`${id}-hint`} className="visually-hidden">
        {t("compose.recipientsHint", { count: recipients.length })}
      </span>
      <span className="visually-hidden" role="status">
        {isOpen ? t("compose.suggestionsFound", { count: people.length }) : news}
      </span>
      <div
        className={styles.suggestions}
        id={`${id}-list`}
        role="listbox"
        aria-label={t("compose.suggestions")}
        hidden={!isOpen}
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
              add([person]);
            }}
          >
            <Avatar name={person.name ?? ""} address={person.email} />
            <span className={styles.person}>
              {person.name && <span className={styles.personName}>{visibleText(person.name)}</span>}
              <span className={person.name ? styles.personAddress : styles.personName}>
                {visibleText(person.email)}
              </span>
            </span>
          </div>
        ))}
      </div>
      {error && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
