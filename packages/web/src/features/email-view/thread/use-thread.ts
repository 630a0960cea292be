import type { Id } from "@pismo/jmap";
import { useEffect, useMemo, useState } from "react";
import { type EmailRow, isDraft, useMailboxes, usePreferences } from "../../../store/index.ts";
import { loadRows } from "../../../store/lists/load-threads.ts";
import { conversationScope } from "../../../store/records/conversation.ts";
import { useCurrentRecords } from "../../../store/records/records.ts";
import { useEmailRows } from "../../../store/records/use-email-rows.ts";
import { isShown, nearest } from "./thread-letters.ts";

const none: readonly Id[] = [];

/**
 * The letters of the conversation that an Email belongs to, oldest first.
 * @param folder in which it is read
 * @returns undefined for one that stands alone
 */
export function useThread(
  row: EmailRow | undefined,
  threadIds: readonly Id[],
  folder: string,
): readonly EmailRow[] | "loading" | undefined {
  const { collapseThreads } = usePreferences();
  const mailboxes = useMailboxes();
  const records = useCurrentRecords();
  const id = collapseThreads && row && !isDraft(row) && threadIds.length > 1 ? row.id : undefined;
  const ids = useMemo(() => (id === undefined ? none : nearest(threadIds, id)), [threadIds, id]);
  const rows = useEmailRows(ids);
  const isComplete = rows.length === ids.length;
  /** Once they are shown they stay, while a letter that has just come is fetched. */
  const [wasShown, setShown] = useState(false);
  if (id !== undefined && isComplete && !wasShown) setShown(true);
  useEffect(() => {
    if (ids.length === 0) return;
    // One that cannot be had is left out.
    const show = (): void => setShown(true);
    loadRows(ids, records).then(show, show);
  }, [ids, records]);
  const scope = useMemo(() => conversationScope(mailboxes, folder), [mailboxes, folder]);
  const shown = useMemo(
    () => (id === undefined ? [] : rows.filter((each) => isShown(each, id, scope))),
    [rows, id, scope],
  );
  if (id === undefined) return undefined;
  if (!isComplete && !wasShown) return "loading";
  return shown.length > 1 ? shown : undefined;
}
