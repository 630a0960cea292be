import { useMemo } from "react";
import { type EmailRow, useLabelsFor } from "../../../store/index.ts";
import type { RowMarkupProps } from "./RowMarkup.tsx";
import type { RowTexts } from "./use-row-texts.ts";

/** The labels of a row, and of several accounts together its account, and the picture of a contact; undefined until their code is there. */
export function useRowLabels(row: EmailRow, { chips, labels }: RowTexts, folder: string): RowMarkupProps["labels"] {
  const all = useLabelsFor(row.id);
  return useMemo(() => chips?.(row, all, labels, folder), [chips, row, all, labels, folder]);
}
