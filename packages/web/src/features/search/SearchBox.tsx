import { type KeyboardEvent, type SubmitEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../ui/Icon.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { DateJump } from "./DateJump.tsx";
import styles from "./SearchBox.module.css";
import { useSearchWords } from "./use-search-words.ts";

export interface SearchBoxProps {
  /** The folder that is searched when the page shown is none, e.g. "inbox" beside an Email. */
  folder: string;
  /** Whether the page shown is that folder's list, whose address follows while one types. */
  isList: boolean;
  /** Phones unfold it over the header. */
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The search box: `q` in the address while one types; Enter searches at once, Escape clears. */
export function SearchBox({ folder, isList, isOpen, onOpenChange }: SearchBoxProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { text, type, search, clear: clearWords } = useSearchWords(folder, isList);
  useEffect(() => {
    if (isOpen) input.current?.focus();
  }, [isOpen]);

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    search(text);
    input.current?.blur();
  };
  const clear = (): void => {
    clearWords();
    input.current?.focus();
  };
  const keyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (text !== "") clear();
    else {
      input.current?.blur();
      onOpenChange(false);
    }
  };

  return (
    <search className={styles.search} data-open={isOpen ? "" : undefined}>
      <form className={styles.form} onSubmit={submit}>
        <IconButton
          className={styles.back}
          icon="back"
          label={t("shell.search.close")}
          tooltip={false}
          onClick={() => onOpenChange(false)}
        />
        <button type="submit" className={styles.submit} aria-label={t("shell.search.submit")} tabIndex={-1}>
          <Icon name="search" />
        </button>
        <input
          ref={input}
          className={styles.input}
          type="search"
          aria-label={t("shell.search.label")}
          placeholder={t("shell.search.label")}
          aria-keyshortcuts="/"
          data-search-box=""
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={keyDown}
        />
        {text === "" && isList && <DateJump />}
        {text !== "" && (
          <IconButton
            className={styles.clear}
            icon="close"
            iconSize={16}
            label={t("shell.search.clear")}
            onClick={clear}
          />
        )}
      </form>
    </search>
  );
}
