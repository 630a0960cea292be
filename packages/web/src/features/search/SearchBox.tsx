import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useGoWhenThere } from "../../letters/use-go-when-there.ts";
import { Icon } from "../../ui/Icon.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { DateJump } from "./DateJump.tsx";
import { withSearch } from "./search-params.ts";
import styles from "./SearchBox.module.css";

/** In ms: results come while one types, at the first key at once; keys that follow so fast are one search. */
const typingPause = 60;

export interface SearchBoxProps {
  /** The folder that is searched when the page shown is none, e.g. "inbox" beside a letter. */
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
  const [params] = useSearchParams();
  const { toList, stay } = useGoWhenThere();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const inAddress = isList ? (params.get("q") ?? "") : "";
  const searchedAt = useRef(-typingPause);
  const [text, setText] = useState(inAddress);
  const [shown, setShown] = useState(inAddress);
  // Asked for and not in the address yet: it follows when the letters are there, and somebody may have typed on by then.
  const [asked, setAsked] = useState<readonly string[]>([]);
  const place = isList ? folder : undefined;
  const [askedAt, setAskedAt] = useState(place);

  if (inAddress !== shown) {
    const own = asked.indexOf(inAddress);
    setShown(inAddress);
    setAsked(own === -1 ? [] : asked.slice(own + 1));
    // The address changed by itself: Back, "Reset all", another folder.
    if (own === -1 && text.trim() !== inAddress) setText(inAddress);
  }
  // On another page nothing follows any more.
  if (place !== askedAt) {
    setAskedAt(place);
    setAsked([]);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (isOpen) input.current?.focus();
  }, [isOpen]);

  const search = (words: string): void => {
    clearTimeout(timer.current);
    searchedAt.current = performance.now();
    const wanted = words.trim();
    const { pathname, search: address } = window.location;
    const now = new URLSearchParams(isList ? address : "");
    const current = now.get("q") ?? "";
    if (wanted === current) {
      setAsked([]);
      stay();
      return;
    }
    setAsked((before) => [...before, wanted]);
    // One step of the history for one search, however many letters were typed.
    toList(`${isList ? pathname : `/${folder}`}?${withSearch(now, words)}`, { replace: current !== "" });
  };
  const type = (words: string): void => {
    setText(words);
    clearTimeout(timer.current);
    if (!isList) return;
    const wait = searchedAt.current + typingPause - performance.now();
    if (wait <= 0) search(words);
    else timer.current = setTimeout(() => search(words), wait);
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    search(text);
    input.current?.blur();
  };
  const clear = (): void => {
    setText("");
    search("");
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
