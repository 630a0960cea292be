/** Hydrates Emails whose message is still on their server, when a request needs more than list rows. */
import type { Id } from "@pismo/jmap";
import { type EmailRecord, getEmails } from "../../store/mail/emails.ts";
import type { Store } from "../../store/db/store.ts";

/** Without those destroyed in the meantime. @throws StoreError blobElsewhere */
export async function hydrateEmails(
  store: Store,
  accountId: Id,
  records: readonly EmailRecord[],
): Promise<EmailRecord[]> {
  const partial = records.filter(({ isPartial }) => isPartial);
  if (partial.length === 0) return [...records];
  await Promise.all(partial.map(({ id }) => store.hydrateEmail(id, accountId)));
  // Columns derived from the beginning of the message have been derived again.
  const ids = partial.map(({ id }) => id);
  const fresh = new Map(
    (await store.read((reader) => getEmails(reader, accountId, ids))).map((each) => [each.id, each]),
  );
  return records.flatMap((record) => (record.isPartial ? (fresh.get(record.id) ?? []) : record));
}

export async function hydrateEmailsById(store: Store, accountId: Id, ids: readonly Id[]): Promise<void> {
  if (ids.length === 0) return;
  await hydrateEmails(store, accountId, await store.read((reader) => getEmails(reader, accountId, [...ids])));
}
