import type { Id } from "@pismo/jmap";
import { useMemo } from "react";
import type { ListQuery } from "../../../store/index.ts";
import { useMatches } from "../../../store/search/matches.ts";
import { type MarkedPart, markedWords } from "../../../store/search/marked-text.ts";
import { foundFileName } from "../../../mail-ui/file-names.ts";
import { MarkedLine, MarkedText } from "../../../mail-ui/MarkedText.tsx";
import { withoutHidden } from "../../../ui/visible-text.ts";
import type { RowMarks } from "./RowMarkup.tsx";
import type { RowTexts } from "./use-row-texts.ts";

/** Characters before the first match. A narrow line has some 34 for subject and snippet. */
const roomInSubject = { wide: [80, 40], narrow: [20, 12] } as const;
const narrowLine = 28;
const leastBefore = 4;

const hasMatch = (parts: readonly MarkedPart[]): boolean => parts.some(({ isMatch }) => isMatch);

/** Marks what matches the search, once it is known. */
export function useRowMarks(query: ListQuery, id: Id, { inFile }: RowTexts): RowMarks | undefined {
  const matches = useMatches(query, id);
  return useMemo(() => {
    if (!matches) return undefined;
    const { words } = matches;
    const fileName = foundFileName(matches);
    const snippet = matches.snippet?.map(({ text, isMatch }) => ({ text: withoutHidden(text), isMatch }));
    const file = fileName && inFile(withoutHidden(fileName));
    const shown = snippet?.map(({ text }) => text).join("") ?? file ?? "";
    const isReason = snippet ? hasMatch(snippet) : file !== undefined;
    return {
      inText: (text) => <MarkedText parts={markedWords(text, words)} />,
      inSubject: (text) => <MarkedLine parts={markedWords(text, words)} room={roomInSubject} />,
      snippetBeside(subject) {
        if (!snippet) return file;
        const before = Math.max(leastBefore, narrowLine - subject.length);
        return <MarkedLine parts={snippet} room={{ wide: [32, 32], narrow: [before, before] }} />;
      },
      roomBeside: (subject) =>
        isReason && !hasMatch(markedWords(subject, words))
          ? { minWidth: `min(55%, ${shown.length + 2}ch)` }
          : undefined,
      place: file,
    };
  }, [matches, inFile]);
}
