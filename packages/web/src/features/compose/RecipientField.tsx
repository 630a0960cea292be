import type { EmailAddress } from "@pismo/jmap";
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatRecipient, isValidAddress, parseRecipients } from "./recipients.ts";
import styles from "./RecipientField.module.css";

export interface RecipientFieldProps {
  label: string;
  recipients: EmailAddress[];
  onChange(recipients: EmailAddress[]): void;
  /** People written to and heard from whose name or address begins with the text; best first. */
  suggest(text: string): Promise<EmailAddress[]>;
  error?: string | undefined;
  autoFocus?: boolean;
  /** What stands at the right end, e.g. the buttons that unfold Cc and Bcc. */
  children?: ReactNode;
}

/** Recipients as chips in a text input, completed while one types (WAI-ARIA combobox with a list). */
export function RecipientField(props: RecipientFieldProps) {
  const { label, recipients, onChange, suggest, error, autoFocus, children } = props;
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [suggestions, setSuggestions] = useState<EmailAddress[]>([]);
  const [active, setActive] = useState(-1);

  useEffect(() => {
    let stale = false;
    const query = text.trim();
    void (query === "" ? Promise.resolve([]) : suggest(query)).then((found) => {
      if (stale) return;
      const chosen = new Set(recipients.map(({ email }) => email.toLowerCase()));
      setSuggestions(found.filter(({ email }) => !chosen.has(email.toLowerCase())).slice(0, 6));
      setActive(-1);
    });
    return () => {
      stale = true;
    };
  }, [text, suggest, recipients]);

  const add = (added: EmailAddress[]): void => {
    const present = new Set(recipients.map(({ email }) => email.toLowerCase()));
    const fresh = added.filter(({ email }) => !present.has(email.toLowerCase()) && present.add(email.toLowerCase()));
    if (fresh.length > 0) onChange([...recipients, ...fresh]);
    setText("");
  };
  const remove = (index: number): void => {
    onChange(recipients.filter((_, at) => at !== index));
    input.current?.focus();
  };
  /** A chip goes back into the input, to be corrected. */
  const edit = (index: number): void => {
    setText(formatRecipient(recipients[index]!));
    remove(index);
  };

  const keyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key } = event;
    const chosen = suggestions[active];
    if ((key === "ArrowDown" || key === "ArrowUp") && suggestions.length > 0) {
      event.preventDefault();
      const count = suggestions.length;
      setActive(key === "ArrowDown" ? (active + 1) % count : (active <= 0 ? count : active) - 1);
    } else if (key === "Escape" && suggestions.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      setSuggestions([]);
    } else if (key === "Enter" || key === "," || key === ";" || (key === "Tab" && chosen)) {
      if (text.trim() === "") {
        if (key !== "Tab") event.preventDefault();
        return;
      }
      event.preventDefault();
      add(chosen ? [chosen] : parseRecipients(text));
    } else if (key === " " && isValidAddress(text.trim())) {
      event.preventDefault();
      add(parseRecipients(text));
    } else if (key === "Backspace" && text === "" && recipients.length > 0) {
      event.preventDefault();
      edit(recipients.length - 1);
    }
  };

  const paste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData("text/plain");
    const parsed = parseRecipients(pasted);
    if (parsed.length < 2 && !parsed.every(({ email }) => isValidAddress(email))) return;
    event.preventDefault();
    add(parsed);
  };

  const open = suggestions.length > 0;
  return (
    <div className={styles.field}>
      <div className={styles.line} data-invalid={error ? "" : undefined}>
        <label className={styles.label} htmlFor={`${id}-input`}>
          {label}
        </label>
        <ul className={styles.chips}>
          {recipients.map((recipient, index) => (
            <li
              key={recipient.email}
              className={styles.chip}
              data-invalid={isValidAddress(recipient.email) ? undefined : ""}
              title={recipient.email}
            >
              <button type="button" className={styles.chipText} onClick={() => edit(index)}>
                {recipient.name ?? recipient.email}
                {recipient.name && <span className="visually-hidden"> {recipient.email}</span>}
              </button>
              <button
                type="button"
                className={styles.chipRemove}
                aria-label={t("compose.removeRecipient", { name: recipient.name ?? recipient.email })}
                onClick={() => remove(index)}
              >
                ×
              </button>
            </li>
          ))}
          <li className={styles.inputItem}>
            <input
              ref={input}
              id={`${id}-input`}
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
              aria-expanded={open}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-error` : undefined}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={keyDown}
              onPaste={paste}
              onBlur={() => {
                if (text.trim() !== "") add(parseRecipients(text));
              }}
            />
          </li>
        </ul>
        {children}
      </div>
      <div
        className={styles.suggestions}
        id={`${id}-list`}
        role="listbox"
        aria-label={t("compose.suggestions")}
        hidden={!open}
      >
        {suggestions.map((suggestion, index) => (
          <div
            key={suggestion.email}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.suggestion}
            // Before blur, which would take the typed text for a recipient.
            onPointerDown={(event) => {
              event.preventDefault();
              add([suggestion]);
            }}
          >
            {suggestion.name && <span>{suggestion.name}</span>}
            <span className={styles.suggestionAddress}>{suggestion.email}</span>
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
