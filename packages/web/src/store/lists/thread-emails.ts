/** The Emails that a row stands for: those of its Thread which lie in the list's folder. */
import type { Id } from "@pismo/jmap";
import { conversationScope, isHere } from "../records/conversation.ts";
import type { AccountRecords } from "../records/records.ts";

/** As far as they are loaded. @param folder of the list */
export function emailsBehind(ids: Iterable<Id>, folder: string, { maps, mailboxes }: AccountRecords): Id[] {
  const scope = conversationScope(mailboxes, folder);
  const found = new Set<Id>();
  for (const id of ids) {
    found.add(id);
    const threadId = maps.Email.get(id)?.threadId;
    for (const other of (threadId !== undefined && maps.Thread.get(threadId)?.emailIds) || []) {
      const row = maps.Email.get(other);
      if (row && isHere(row, scope)) found.add(other);
    }
  }
  return [...found];
}

/** Whether the Threads of Emails are loaded, with all their Emails. */
export const areThreadsLoaded = (ids: Iterable<Id>, { maps }: AccountRecords): boolean =>
  Array.from(ids).every((id) => {
    const thread = maps.Thread.get(maps.Email.get(id)?.threadId ?? "");
    return thread?.emailIds.every((other) => maps.Email.has(other)) === true;
  });
