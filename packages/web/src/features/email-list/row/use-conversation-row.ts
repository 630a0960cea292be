import type { Id } from "@pismo/jmap";
import { useMemo } from "react";
import type { ConversationScope } from "../../../store/records/conversation.ts";
import { useRecord } from "../../../store/records/records.ts";
import { useEmailRows } from "../../../store/records/use-email-rows.ts";
import type { EmailRow } from "../../../store/index.ts";
import { type ConversationRow, conversationRow, type Myself } from "./conversation-row.ts";

const none: readonly Id[] = [];

/** The row as its list shows it; drawn again only when one of the Thread's Emails changes. @param scope where rows are Threads @param me the same object while it is the same */
export function useConversationRow(row: EmailRow, scope: ConversationScope | undefined, me: Myself): ConversationRow {
  const { emailIds = none } = useRecord("Thread", scope && row.threadId) ?? {};
  const emails = useEmailRows(emailIds.length > 1 ? emailIds : none);
  return useMemo(
    () => (scope ? conversationRow(row, emails, scope, me) : { row, count: undefined, filesOf: row.id }),
    [row, emails, scope, me],
  );
}
