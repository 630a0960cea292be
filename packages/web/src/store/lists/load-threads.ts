/** Threads that no window of a list has brought, and those of more Emails than come at once: code that no list waits for. */
import type { Id, Thread } from "@pismo/jmap";
import { compactRow, type EmailRow, rowProperties } from "../records/email-properties.ts";
import type { AccountRecords } from "../records/records.ts";
import { limits, request, shortHeaders } from "../session/session.ts";
import { areThreadsLoaded } from "./thread-emails.ts";

/** Emails whose Threads are asked for at once. */
const PORTION = 100;

/** Loads the rows that are missing. @throws what the requests throw */
export async function loadRows(ids: readonly Id[], records: AccountRecords): Promise<void> {
  const { accountId, maps } = records;
  const missing = ids.filter((id) => !maps.Email.has(id));
  const size = limits().maxObjectsInGet;
  for (let start = 0; start < missing.length; start += size) {
    const askedAt = maps.Email.now();
    const get = await request((calls) =>
      calls.call("Email/get", {
        accountId,
        ids: missing.slice(start, start + size),
        properties: [...rowProperties],
        ...shortHeaders(),
      }),
    );
    maps.Email.put((get.result().list as EmailRow[]).map(compactRow), askedAt);
  }
}

/** Loads the Threads of Emails that are not loaded, with their Emails. @throws what the requests throw */
export async function loadThreadsOf(ids: readonly Id[], records: AccountRecords): Promise<void> {
  const { accountId, maps } = records;
  const missing = ids.filter((id) => !areThreadsLoaded([id], records));
  for (let start = 0; start < missing.length; start += PORTION) {
    const some = missing.slice(start, start + PORTION);
    await loadRows(some, records);
    const threadIds = [...new Set(some.flatMap((id) => maps.Email.get(id)?.threadId ?? []))];
    const get = await request((calls) => calls.call("Thread/get", { accountId, ids: threadIds }));
    const { list, state } = get.result();
    maps.Thread.put(list as Thread[]);
    records.noteState("Thread", state);
    await loadRows(
      (list as Thread[]).flatMap(({ emailIds }) => emailIds),
      records,
    );
  }
}
