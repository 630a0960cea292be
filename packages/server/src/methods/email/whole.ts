/** Letters of which the message is still on their server: brought here before somebody reads more than a list shows. */
import type { Id } from "@pismo/jmap";
import { type EmailRecord, getEmails } from "../../store/emails.ts";
import type { Store } from "../../store/store.ts";

/** The same letters as they are when their messages are here; those that went meanwhile are left out. @throws StoreError blobElsewhere */
export async function wholeEmails(
  store: Store,
  accountId: Id,
  records: readonly EmailRecord[],
): Promise<EmailRecord[]> {
  const partial = records.filter(({ isPartial }) => isPartial);
  if (partial.length === 0) return [...records];
  await Promise.all(partial.map(({ blobId }) => store.bringMessage(blobId)));
  // What was made from the beginning of the message has been made anew.
  const ids = partial.map(({ id }) => id);
  const fresh = new Map(
    (await store.read((reader) => getEmails(reader, accountId, ids))).map((each) => [each.id, each]),
  );
  return records.flatMap((record) => (record.isPartial ? (fresh.get(record.id) ?? []) : record));
}

/** The same by their ids. */
export async function bringEmails(store: Store, accountId: Id, ids: readonly Id[]): Promise<void> {
  await wholeEmails(store, accountId, await store.read((reader) => getEmails(reader, accountId, [...ids])));
}
