import { useMemo } from "react";
import { type EmailRow, useLabelsFor } from "../../../store/index.ts";
import type { RowMarkupProps } from "./RowMarkup.tsx";
import type { RowTexts } from "./use-row-texts.ts";

/** The labels of a row, and of several accounts together its account; undefined for most. */
export function useRowLabels(
  { id, keywords, mailboxIds }: EmailRow,
  { chips, labels }: RowTexts,
): RowMarkupProps["labels"] {
  const all = useLabelsFor(id);
  return useMemo(
    () =>
      chips?.(
        { id, keywords, mailboxIds },
        all.filter(({ keyword }) => keyword in keywords),
        labels,
      ),
    [chips, id, all, keywords, mailboxIds, labels],
  );
}
