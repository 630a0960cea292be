import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { cancelPendingNavigation, useNavigateWhenLoaded } from "../../mail-ui/use-navigate-when-loaded.ts";
import { withSearch } from "./search-params.ts";

/** Results come while one types, at the first key at once; keys that follow so fast are one search. */
const TYPING_PAUSE_MS = 60;

export interface SearchWords {
  /** What stands in the box. */
  text: string;
  type(words: string): void;
  search(words: string): void;
  clear(): void;
}

/**
 * The words in the box, and `q` in the address, which follows them.
 * @param isList whether the page shown is the folder's list; its address follows while one types
 */
export function useSearchWords(folder: string, isList: boolean): SearchWords {
  const { toList } = useNavigateWhenLoaded();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const searchedAt = useRef(-TYPING_PAUSE_MS);
  const { text, setText, expect, expectNothing } = useText(folder, isList);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (words: string): void => {
    clearTimeout(timer.current);
    searchedAt.current = performance.now();
    const wanted = words.trim();
    const { pathname, search: address } = window.location;
    const now = new URLSearchParams(isList ? address : "");
    const current = now.get("q") ?? "";
    if (wanted === current) {
      expectNothing();
      cancelPendingNavigation();
      return;
    }
    expect(wanted);
    // One step of the history for one search, however many characters were typed.
    toList(`${isList ? pathname : `/${folder}`}?${withSearch(now, words)}`, { replace: current !== "" });
  };
  return {
    text,
    search,
    type(words) {
      setText(words);
      clearTimeout(timer.current);
      if (!isList) return;
      const waitMs = searchedAt.current + TYPING_PAUSE_MS - performance.now();
      if (waitMs <= 0) search(words);
      else timer.current = setTimeout(() => search(words), waitMs);
    },
    clear() {
      setText("");
      search("");
    },
  };
}

/** What is typed, until the address changes by itself: Back, "Reset all", another folder. */
function useText(folder: string, isList: boolean) {
  const [params] = useSearchParams();
  const inAddress = isList ? (params.get("q") ?? "") : "";
  const [text, setText] = useState(inAddress);
  const [shown, setShown] = useState(inAddress);
  // Asked for and not in the address yet: it follows when the Emails are there, and the person may have typed on by then.
  const [asked, setAsked] = useState<readonly string[]>([]);
  const searched = isList ? folder : undefined;
  const [searchedIn, setSearchedIn] = useState(searched);

  if (inAddress !== shown) {
    const own = asked.indexOf(inAddress);
    setShown(inAddress);
    setAsked(own === -1 ? [] : asked.slice(own + 1));
    if (own === -1 && text.trim() !== inAddress) setText(inAddress);
  }
  // On another page nothing follows any more.
  if (searched !== searchedIn) {
    setSearchedIn(searched);
    setAsked([]);
  }
  return {
    text,
    setText,
    expect: (words: string) => setAsked((before) => [...before, words]),
    expectNothing: () => setAsked([]),
  };
}
