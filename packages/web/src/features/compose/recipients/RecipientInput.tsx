import type { RefObject } from "react";
import styles from "./RecipientField.module.css";
import { leave, paste, typeKey, type TypingContext } from "./recipient-typing.ts";

export interface RecipientInputProps extends TypingContext {
  /** Of the field: its parts are named after it. */
  id: string;
  name: string;
  isInvalid: boolean;
  autoFocus: boolean | undefined;
  ref: RefObject<HTMLInputElement | null>;
  onType(text: string): void;
}

/** Where recipients are typed: a combobox, whose list of suggestions stands below the field. */
export function RecipientInput(props: RecipientInputProps) {
  const { id, name, text, hasChips, isInvalid, autoFocus, suggestions, neverOffer, ref, onType } = props;
  const { people, active } = suggestions;
  const hints = [isInvalid && `${id}-error`, hasChips && `${id}-hint`, neverOffer && active >= 0 && `${id}-never`];
  const describedBy = hints.filter(Boolean).join(" ");
  return (
    <input
      ref={ref}
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
      aria-expanded={people.length > 0}
      aria-controls={`${id}-list`}
      aria-autocomplete="list"
      aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
      aria-invalid={isInvalid ? true : undefined}
      aria-describedby={describedBy || undefined}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={(event) => typeKey(event, props)}
      onPaste={(event) => paste(event, props)}
      onBlur={() => leave(props)}
    />
  );
}
