import { useMemo } from "react";
import { type EmailRow, useLabelsFor } from "../../../store/index.ts";
import type { RowMarkupProps } from "./RowMarkup.tsx";
import type { RowTexts } from "./use-row-texts.ts";

/** The labels of a row, and of several accounts together its account; undefined for most. */
export function useRowLabels({ id, keywords }: EmailRow, { chips, labels }: RowTexts): RowMarkupProps["labels"] {
  const all = useLabelsFor(id);
  return useMemo(
    () =>
      chips?.(
        { id, keywords },
        all.filter(({ keyword }) => keyword in keywords),
        labels,
      ),
    [chips, id, all, keywords, labels],
  );
}
