import { useEffect } from "react";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/labels.ts";
import { followSavedSearches } from "../../../store/labels/saved-searches.ts";
import type { NavLinesProps } from "../PageLine.tsx";
import { AllAccountsLines } from "./AllAccountsLines.tsx";
import styles from "./KeptGroup.module.css";
import { LabelLines } from "./LabelLines.tsx";
import { OutboxLine } from "./OutboxLine.tsx";
import { PageLines } from "./PageLines.tsx";
import { ScheduledLine } from "./ScheduledLine.tsx";
import { SearchLines } from "./SearchLines.tsx";
import { SnoozedLine } from "./SnoozedLine.tsx";

addTexts(texts);

/** Under the folders, while there are any: all accounts together, what has not arrived, what is sent later, what is snoozed, labels, saved searches and pages. They come at once: none moves another. */
export function KeptLines(props: NavLinesProps) {
  useEffect(followSavedSearches, []);
  return (
    <div className={styles.lines}>
      <AllAccountsLines {...props} />
      <OutboxLine {...props} />
      <ScheduledLine {...props} />
      <SnoozedLine {...props} />
      <LabelLines {...props} />
      <SearchLines {...props} />
      <PageLines {...props} />
    </div>
  );
}
