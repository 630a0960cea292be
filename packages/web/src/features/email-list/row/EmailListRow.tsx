import type { Id } from "@pismo/jmap";
import { memo } from "react";
import { useRunningDateText } from "../../../i18n/clock.ts";
import { shortDate } from "../../../i18n/dates.ts";
import { type EmailRow, mayChange, useEmailRow, useIsSelected } from "../../../store/index.ts";
import { categoryOf } from "../../../mail-ui/category.ts";
import { CategoryMenu } from "../../../mail-ui/CategoryMenu.tsx";
import { ClipButton } from "./ClipButton.tsx";
import { RowMarkup } from "./RowMarkup.tsx";
import type { RowEvents } from "./use-row-events.ts";
import type { RowTexts } from "./use-row-texts.ts";
import { SkeletonRow } from "./SkeletonRow.tsx";

export interface EmailListRowProps {
  id: Id;
  index: number;
  total: number;
  /** Its top, in px of the scrolled element. */
  top: number;
  folder: string;
  /** Its controls are in the order of the Tab key. */
  isActive: boolean;
  texts: RowTexts;
  events: RowEvents;
}

/** One Email. It renders again only when its own record, position or selection changes. */
export const EmailListRow = memo(function EmailListRow({ id, ...props }: EmailListRowProps) {
  const row = useEmailRow(id);
  return row ? <LoadedRow row={row} {...props} /> : <SkeletonRow top={props.top} />;
});

function LoadedRow({ row, ...props }: Omit<EmailListRowProps, "id"> & { row: EmailRow }) {
  const { texts, isActive } = props;
  const isSelected = useIsSelected(row.id);
  const dateText = useRunningDateText(new Date(row.receivedAt), shortDate);
  const tabIndex = isActive ? 0 : -1;
  const category = categoryOf(row.keywords);
  const maySetKeywords = mayChange(row, "maySetKeywords");
  const signs = (
    <>
      {category && maySetKeywords && (
        <CategoryMenu
          email={row}
          label={texts.categoryButton[category]}
          tabIndex={tabIndex}
          onRemoved={() => focusRow(row.id)}
        />
      )}
      {row.hasAttachment && <ClipButton id={row.id} texts={texts} tabIndex={tabIndex} />}
    </>
  );
  return (
    <RowMarkup
      {...props}
      row={row}
      isSelected={isSelected}
      maySetSeen={mayChange(row, "maySetSeen")}
      maySetKeywords={maySetKeywords}
      dateText={dateText}
      signs={signs}
    />
  );
}

/** Where a control went that had the focus. */
const focusRow = (id: Id): void =>
  document.querySelector<HTMLElement>(`[data-letter="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
