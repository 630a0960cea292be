/** Marks what matches the search from which a letter was opened. */
import type { Id } from "@pismo/jmap";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { MarkedText } from "../../../mail-ui/MarkedText.tsx";
import { useMatchedWords } from "../../../store/search/matches.ts";
import { type MarkedPart, markedWords } from "../../../store/search/marked-text.ts";

interface Matching {
  partsOf: (text: string) => MarkedPart[];
  inText: (text: string) => ReactNode;
}

const Context = createContext<Matching | undefined>(undefined);

/** What marks texts of the letter around it; undefined where nothing matches. */
export const useMatching = (): Matching | undefined => useContext(Context);

export function MatchedText({ children }: { children: string }) {
  const matching = useMatching();
  return matching ? matching.inText(children) : children;
}

function matchingOf(words: ReadonlySet<string>): Matching {
  const partsOf = (text: string): MarkedPart[] => markedWords(text, words);
  return { partsOf, inText: (text) => <MarkedText parts={partsOf(text)} /> };
}

export function Matches({ id, children }: { id: Id; children: ReactNode }) {
  const words = useMatchedWords(id);
  const matching = useMemo(() => (words.size === 0 ? undefined : matchingOf(words)), [words]);
  return <Context value={matching}>{children}</Context>;
}
