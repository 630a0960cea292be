import type { Id } from "@pismo/jmap";
import { useMemo } from "react";
import type { ListQuery } from "../../../store/index.ts";
import { useMatches } from "../../../store/search/matches.ts";
import { markedWords } from "../../../store/search/marked-text.ts";
import { MarkedText } from "../../../mail-ui/MarkedText.tsx";
import { withoutHidden } from "../../../ui/visible-text.ts";
import type { RowMarks } from "./RowMarkup.tsx";
import type { RowTexts } from "./use-row-texts.ts";

/** Marks what matches the search, once it is known. */
export function useRowMarks(query: ListQuery, id: Id, { inFile }: RowTexts): RowMarks | undefined {
  const matches = useMatches(query, id);
  return useMemo(() => {
    if (!matches) return undefined;
    const { words, snippet, fileName } = matches;
    return {
      inText: (text) => <MarkedText parts={markedWords(text, words)} />,
      snippet: snippet ? (
        <MarkedText parts={snippet.map(({ text, isMatch }) => ({ text: withoutHidden(text), isMatch }))} />
      ) : (
        fileName && inFile(withoutHidden(fileName))
      ),
    };
  }, [matches, inFile]);
}
