/** Marks in an opened letter: what matches the search from which it was opened, or the words where a fact was read. */
import type { Id } from "@pismo/jmap";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { foundFileName } from "../../../mail-ui/file-names.ts";
import { MarkedText } from "../../../mail-ui/MarkedText.tsx";
import { findQuote } from "../../../message-html/index.ts";
import { useShownQuote } from "../../../store/facts/shown-quote.ts";
import { type Matches as Found, useOpenedMatches } from "../../../store/search/matches.ts";
import { type MarkedPart, markedWords } from "../../../store/search/marked-text.ts";

interface Matching {
  /** Undefined with a quote. */
  partsOf: ((text: string) => MarkedPart[]) | undefined;
  inText: (text: string) => ReactNode;
  /** Of a file whose text matches. */
  fileName: string | undefined;
  /** In place of what matches. */
  quote: string | undefined;
}

const Context = createContext<Matching | undefined>(undefined);

/** What marks texts of the letter around it; undefined where nothing matches. */
export const useMatching = (): Matching | undefined => useContext(Context);

export function MatchedText({ children }: { children: string }) {
  const matching = useMatching();
  return matching ? matching.inText(children) : children;
}

function matchingOf(found: Found): Matching {
  const { words } = found;
  const fileName = foundFileName(found);
  const partsOf = (text: string): MarkedPart[] =>
    words.size === 0 ? [{ text, isMatch: false }] : markedWords(text, words);
  return { partsOf, inText: (text) => <MarkedText parts={partsOf(text)} />, fileName, quote: undefined };
}

function quoteParts(text: string, quote: string): MarkedPart[] {
  const found = findQuote(text, quote);
  if (!found) return [{ text, isMatch: false }];
  return [
    { text: text.slice(0, found.start), isMatch: false },
    { text: text.slice(found.start, found.end), isMatch: true },
    { text: text.slice(found.end), isMatch: false },
  ];
}

const quoting = (quote: string): Matching => ({
  partsOf: undefined,
  inText: (text) => <MarkedText parts={quoteParts(text, quote)} />,
  fileName: undefined,
  quote,
});

export function Matches({ id, children }: { id: Id; children: ReactNode }) {
  const found = useOpenedMatches(id);
  const quote = useShownQuote(id);
  const matching = useMemo(() => {
    if (quote !== undefined) return quoting(quote);
    return found && (found.words.size > 0 || foundFileName(found) !== undefined) ? matchingOf(found) : undefined;
  }, [found, quote]);
  return <Context value={matching}>{children}</Context>;
}
