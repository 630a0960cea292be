import type { Id } from "@pismo/jmap";
import { memo } from "react";
import { useRunningDateText } from "../../../i18n/clock.ts";
import { shortDate } from "../../../i18n/dates.ts";
import { type EmailRow, mayChange, useEmailRow, useIsSelected } from "../../../store/index.ts";
import { categoryOf } from "../../../mail-ui/categories/category.ts";
import { CategoryMenu } from "../../../mail-ui/categories/CategoryMenu.tsx";
import type { ConversationScope } from "../../../store/records/conversation.ts";
import type { Myself } from "./conversation-row.ts";
import { ClipButton } from "./ClipButton.tsx";
import { RowMarkup, type RowMarks } from "./RowMarkup.tsx";
import type { RowEvents } from "./use-row-events.ts";
import type { RowTexts } from "./use-row-texts.ts";
import { useConversationRow } from "./use-conversation-row.ts";
import { useRowLabels } from "./use-row-labels.tsx";
import { SkeletonRow } from "./SkeletonRow.tsx";

export interface EmailListRowProps {
  id: Id;
  index: number;
  total: number;
  /** Its top, in px of the scrolled element. */
  top: number;
  folder: string;
  /** What its address ends with. */
  ending: string;
  /** Set where rows are Threads. The same object as long as the folders are the same. */
  scope: ConversationScope | undefined;
  /** The same object too. */
  me: Myself;
  /** Its controls are in the order of the Tab key. */
  isActive: boolean;
  /** Drawn first without the controls that are not seen. */
  isBare: boolean;
  texts: RowTexts;
  events: RowEvents;
}

/** One Email. It renders again only when its own record, position or selection changes. */
export const EmailListRow = memo(function EmailListRow({ id, ...props }: EmailListRowProps) {
  const row = useEmailRow(id);
  return row ? <LoadedRow row={row} {...props} /> : <SkeletonRow top={props.top} />;
});

interface LoadedRowProps extends Omit<EmailListRowProps, "id"> {
  row: EmailRow;
  marks?: RowMarks | undefined;
}

/** A row that is there. */
export function LoadedRow({ row: own, scope, me, ...props }: LoadedRowProps) {
  const { texts, isActive } = props;
  const { row, count, filesOf } = useConversationRow(own, scope, me);
  const isSelected = useIsSelected(row.id);
  const dateText = useRunningDateText(new Date(row.receivedAt), shortDate);
  const tabIndex = isActive ? 0 : -1;
  const labels = useRowLabels(row, texts, props.folder);
  const category = categoryOf(row.keywords);
  const maySetKeywords = mayChange(row, "maySetKeywords");
  const signs = (
    <>
      {category && maySetKeywords && (
        <CategoryMenu
          email={own}
          label={texts.categoryButton[category]}
          tabIndex={tabIndex}
          onRemoved={() => focusRow(row.id)}
        />
      )}
      {row.hasAttachment && <ClipButton id={filesOf} texts={texts} tabIndex={tabIndex} />}
    </>
  );
  return (
    <RowMarkup
      {...props}
      row={row}
      count={count}
      isSelected={isSelected}
      maySetSeen={mayChange(row, "maySetSeen")}
      maySetKeywords={maySetKeywords}
      dateText={dateText}
      signs={signs}
      labels={labels}
    />
  );
}

/** Where a control went that had the focus. */
const focusRow = (id: Id): void =>
  document.querySelector<HTMLElement>(`[data-letter="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
