import { useEffect } from "react";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/labels.ts";
import { followSavedSearches } from "../../../store/labels/saved-searches.ts";
import type { NavLinesProps } from "../PageLine.tsx";
import { AllAccountsLines } from "./AllAccountsLines.tsx";
import { LabelLines } from "./LabelLines.tsx";
import { ScheduledLine } from "./ScheduledLine.tsx";
import { SearchLines } from "./SearchLines.tsx";
import { SnoozedLine } from "./SnoozedLine.tsx";

addTexts(texts);

/** Under the folders: all accounts together, what is sent later, what is snoozed, labels and saved searches, while there are any. */
export function KeptLines(props: NavLinesProps) {
  useEffect(followSavedSearches, []);
  return (
    <>
      <AllAccountsLines {...props} />
      <ScheduledLine {...props} />
      <SnoozedLine {...props} />
      <LabelLines {...props} />
      <SearchLines {...props} />
    </>
  );
}
