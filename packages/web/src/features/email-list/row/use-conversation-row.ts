import type { Id } from "@pismo/jmap";
import { useMemo } from "react";
import type { ConversationScope } from "../../../store/records/conversation.ts";
import { useRecord } from "../../../store/records/records.ts";
import { useEmailRows } from "../../../store/records/use-email-rows.ts";
import { type EmailRow, useAccount } from "../../../store/index.ts";
import { type ConversationRow, conversationRow } from "./conversation-row.ts";
import type { RowTexts } from "./use-row-texts.ts";

const none: readonly Id[] = [];

/** The row as its list shows it; drawn again only when one of the Thread's Emails changes. @param scope where rows are Threads */
export function useConversationRow(
  row: EmailRow,
  scope: ConversationScope | undefined,
  { me }: Pick<RowTexts, "me">,
): ConversationRow {
  const { emailIds = none } = useRecord("Thread", scope && row.threadId) ?? {};
  const { email } = useAccount();
  const emails = useEmailRows(emailIds.length > 1 ? emailIds : none);
  return useMemo(
    () =>
      scope ? conversationRow(row, emails, scope, { email, name: me }) : { row, count: undefined, filesOf: row.id },
    [row, emails, scope, email, me],
  );
}
