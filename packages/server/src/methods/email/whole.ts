/** Hydrates Emails whose message is still on their server, when a request needs more than list rows. */
import type { Id } from "@pismo/jmap";
import { type EmailRecord, getEmails } from "../../store/mail/emails.ts";
import type { Store } from "../../store/db/store.ts";

/** The same Emails after their messages were fetched; those destroyed in the meantime are left out. @throws StoreError blobElsewhere */
export async function wholeEmails(
  store: Store,
  accountId: Id,
  records: readonly EmailRecord[],
): Promise<EmailRecord[]> {
  const partial = records.filter(({ isPartial }) => isPartial);
  if (partial.length === 0) return [...records];
  await Promise.all(partial.map(({ blobId }) => store.hydrateBlob(blobId)));
  // Columns derived from the beginning of the message have been derived again.
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
