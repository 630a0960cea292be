/** Marks what matches the search from which a letter was opened. */
import type { Id } from "@pismo/jmap";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { MarkedText } from "../../../mail-ui/MarkedText.tsx";
import { type Matches as Found, useOpenedMatches } from "../../../store/search/matches.ts";
import { type MarkedPart, markedWords } from "../../../store/search/marked-text.ts";

interface Matching {
  partsOf: (text: string) => MarkedPart[];
  inText: (text: string) => ReactNode;
  /** Of a file whose text matches. */
  fileName: string | undefined;
}

const Context = createContext<Matching | undefined>(undefined);

/** What marks texts of the letter around it; undefined where nothing matches. */
export const useMatching = (): Matching | undefined => useContext(Context);

export function MatchedText({ children }: { children: string }) {
  const matching = useMatching();
  return matching ? matching.inText(children) : children;
}

function matchingOf({ words, fileName }: Found): Matching {
  const partsOf = (text: string): MarkedPart[] =>
    words.size === 0 ? [{ text, isMatch: false }] : markedWords(text, words);
  return { partsOf, inText: (text) => <MarkedText parts={partsOf(text)} />, fileName };
}

export function Matches({ id, children }: { id: Id; children: ReactNode }) {
  const found = useOpenedMatches(id);
  const matching = useMemo(
    () => (found && (found.words.size > 0 || found.fileName !== undefined) ? matchingOf(found) : undefined),
    [found],
  );
  return <Context value={matching}>{children}</Context>;
}
