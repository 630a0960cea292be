import { useEffect, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { SearchStep } from "../../mail-ui/search-step.ts";
import { cancelPendingNavigation, useNavigateWhenLoaded } from "../../mail-ui/use-navigate-when-loaded.ts";
import { loadSearchLanguage } from "../../store/index.ts";
import { folderOf, inAddress, listAddress, scopeAfter, searchedFrom } from "./search-params.ts";

/** Results come while one types, at the first key at once; keys that follow so fast are one search. */
const TYPING_PAUSE_MS = 60;

export interface SearchWords {
  /** What stands in the box. */
  text: string;
  type(words: string): void;
  /** @param scope the folder, where the person chose one */
  search(words: string, scope?: string): void;
}

/**
 * The words in the box, and `q` in the address, which follows them. A search begins in all mail, and stays in the folder
 * where it is.
 * @param isList whether the page shown is the folder's list; its address follows while one types
 */
export function useSearchWords(folder: string, isList: boolean): SearchWords {
  const { toList } = useNavigateWhenLoaded();
  const { state } = useLocation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const searchedAt = useRef(-TYPING_PAUSE_MS);
  // Keys of steps that typing led to and Enter began.
  const begun = useRef(new Set<string>());
  const { text, setText, expect, expectNothing } = useText(folder, isList);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (words: string, scope?: string, isTyped = false): void => {
    setText(words);
    clearTimeout(timer.current);
    searchedAt.current = performance.now();
    const wanted = words.trim();
    const now = new URLSearchParams(isList ? window.location.search : "");
    const current = now.get("q") ?? "";
    // Of the address, as the words are: at a key that follows fast, the page may not have rendered what it shows.
    const shown = isList ? folderOf(window.location.pathname) : folder;
    const { usr = state, key = "" } = (history.state ?? {}) as { usr?: SearchStep | null; key?: string };
    const from = searchedFrom(usr, isList ? shown : undefined, current);
    const target = scope ?? scopeAfter({ folder: shown, current, wanted, from });
    const replace = usr?.isTyped === true && !begun.current.has(key);
    if (wanted === current && scope === undefined) {
      if (!isTyped) begun.current.add(key);
      expectNothing();
      cancelPendingNavigation();
      return;
    }
    expect(inAddress(target, wanted));
    const step: SearchStep = { searchedFrom: from, isTyped: isTyped && wanted !== "" };
    toList(listAddress(target, now, words), { replace, state: step });
  };
  return {
    text,
    search,
    type(words) {
      setText(words);
      clearTimeout(timer.current);
      if (!isList) return;
      const waitMs = searchedAt.current + TYPING_PAUSE_MS - performance.now();
      const go = (): void => search(words, undefined, true);
      if (waitMs <= 0) go();
      else timer.current = setTimeout(go, waitMs);
    },
  };
}

/** The code is there by the time that something is typed. What fails is fetched again with the search. */
export const prefetchLanguage = (): void => void loadSearchLanguage().catch(() => undefined);

/** What is typed, until the address changes by itself: Back, "Reset all", another folder. */
function useText(folder: string, isList: boolean) {
  const [params] = useSearchParams();
  const words = isList ? (params.get("q") ?? "") : "";
  const address = isList ? inAddress(folder, words) : "";
  const [text, setText] = useState(words);
  const [shown, setShown] = useState(address);
  // Asked for and not in the address yet: it follows when the Emails are there, and the person may have typed on by then.
  const [asked, setAsked] = useState<readonly string[]>([]);

  if (address !== shown) {
    const own = asked.indexOf(address);
    setShown(address);
    setAsked(own === -1 ? [] : asked.slice(own + 1));
    if (own === -1 && text.trim() !== words) setText(words);
  }
  return {
    text,
    setText,
    expect: (next: string) => setAsked((before) => [...before, next]),
    expectNothing: () => setAsked([]),
  };
}
