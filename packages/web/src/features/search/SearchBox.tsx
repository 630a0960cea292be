import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../ui/icons/Icon.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { DateJump } from "./DateJump.tsx";
import { SearchFormButton } from "./form/SearchFormButton.tsx";
import styles from "./SearchBox.module.css";
import { useAccount } from "../../store/index.ts";
import { rememberSearch } from "./suggestions/recent-searches.ts";
import type { Suggestion } from "./suggestions/suggest.ts";
import { prepareSuggestions, useSuggestions } from "./suggestions/use-suggestions.ts";
import { prefetchLanguage, useSearchWords } from "./use-search-words.ts";

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
  const { text, type, search } = useSearchWords(folder, isList);
  useEffect(() => {
    if (isOpen) input.current?.focus();
  }, [isOpen]);

  const { accountId } = useAccount();
  const suggestions = useSuggestions(text);
  const { items, active } = suggestions;

  const submit = (words: string, scope?: string): void => {
    suggestions.close();
    rememberSearch(accountId, words);
    search(words, scope);
  };
  const pick = (item: Suggestion): void => (item.isWhole ? submit(item.text, item.scope) : type(item.text));
  const clear = (): void => {
    search("");
    input.current?.focus();
  };
  const keyDown = (event: KeyboardEvent): void => {
    const chosen = items[active];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      suggestions.open();
      suggestions.move(event.key === "ArrowDown" ? 1 : -1);
    }
    if (event.key === "Enter" && chosen) {
      event.preventDefault();
      pick(chosen);
    }
    if (event.key !== "Escape") return;
    event.preventDefault();
    suggestions.close();
    // The first Escape closes the list alone, as of every combobox.
    if (items.length > 0) return;
    if (text !== "") clear();
    else {
      input.current?.blur();
      onOpenChange(false);
    }
  };

  return (
    <search className={styles.search} data-open={isOpen ? "" : undefined}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit(text);
          input.current?.blur();
        }}
      >
        <IconButton
          className={styles.back}
          icon="back"
          label={t("shell.search.close")}
          tooltip={false}
          onClick={() => onOpenChange(false)}
        />
        <button type="submit" className={styles.submit} aria-label={t("shell.search.submit")} tabIndex={-1}>
          <Icon icon="search" />
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
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={items.length > 0}
          aria-controls={suggestions.id}
          aria-activedescendant={active >= 0 ? `${suggestions.id}-${active}` : undefined}
          value={text}
          onChange={(event) => {
            suggestions.open();
            type(event.target.value);
          }}
          onKeyDown={keyDown}
          onFocus={() => {
            prefetchLanguage();
            prepareSuggestions();
          }}
          onBlur={suggestions.close}
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
        <SearchFormButton text={text} onSearch={submit} />
      </form>
      {suggestions.List && <suggestions.List id={suggestions.id} items={items} active={active} onPick={pick} />}
    </search>
  );
}
