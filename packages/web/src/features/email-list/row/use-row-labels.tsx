import type { Keyword, LabelFace } from "@pismo/jmap";
import { useMemo } from "react";
import { LabelChips } from "../../../mail-ui/LabelChips.tsx";
import type { RowMarkupProps } from "./RowMarkup.tsx";
import type { RowTexts } from "./use-row-texts.ts";
import { useLabels } from "../../../store/index.ts";

/** Chips beyond these are a number: the preview keeps some room. */
const MOST = 3;

const namesOf = (labels: readonly LabelFace[]): string => labels.map(({ name }) => name).join(", ");

/** The labels of a row; undefined for most. */
export function useRowLabels(
  keywords: Readonly<Record<Keyword, true>>,
  { labels: word }: Pick<RowTexts, "labels">,
): RowMarkupProps["labels"] {
  const all = useLabels();
  return useMemo(() => {
    const labels = all.filter(({ keyword }) => keyword in keywords);
    if (labels.length === 0) return undefined;
    return { chips: <LabelChips labels={labels} most={MOST} />, names: `${word} ${namesOf(labels)}` };
  }, [all, keywords, word]);
}
