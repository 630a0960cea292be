/** Inserts prepared Emails together, and says of each what became of it. */
import { type Email, type Id, SetFailure } from "@pismo/jmap";
import { assertMailboxes, knownMailboxes } from "../../store/mail/email-mailboxes.ts";
import type { NewEmail } from "../../store/mail/emails.ts";
import { firstEmailsWithBlobs } from "../../store/mail/emails-with-blobs.ts";
import { insertEmails } from "../../store/mail/insert-emails.ts";
import { prepareEmail } from "../../store/mail/prepare-email.ts";
import type { Transactor } from "../../store/db/store.ts";
import { roomOf } from "../../store/people/limits.ts";
import { settled } from "../standard/outcomes.ts";
import { assertPrepared } from "./prepare.ts";
import type { EmailRights } from "./rights.ts";

/** The server-set properties of a created Email (RFC 8621 §4.6). */
export type CreatedEmail = Partial<Email> & { id: Id };

const exists = (existingId: Id): SetFailure => new SetFailure({ type: "alreadyExists", existingId });

/**
 * In the order of `given`.
 * @param isUnique a message that the account has already is not inserted again (RFC 8621 §4.7)
 */
export async function insertPrepared(
  tx: Transactor,
  accountId: Id,
  given: readonly (NewEmail | SetFailure)[],
  { rights, isUnique = false }: { rights: EmailRights; isUnique?: boolean },
): Promise<(CreatedEmail | SetFailure)[]> {
  const emails = given.filter((each): each is NewEmail => !(each instanceof SetFailure));
  const known = await knownMailboxes(
    tx,
    accountId,
    emails.flatMap(({ mailboxIds }) => mailboxIds),
  );
  const existing = isUnique
    ? await firstEmailsWithBlobs(
        tx,
        accountId,
        emails.map(({ blobId }) => blobId),
      )
    : new Map<Id, Id>();
  const takeRoom = await roomOf(tx, accountId);
  const fitting: NewEmail[] = [];
  const checked: (NewEmail | SetFailure)[] = [];
  for (const each of given) {
    const outcome = await settled(async () => {
      const email = assertPrepared(each);
      await rights.assertMayAdd(email.mailboxIds);
      assertMailboxes(email.mailboxIds, known);
      const existingId = existing.get(email.blobId);
      if (existingId !== undefined) throw exists(existingId);
      const twin = isUnique && fitting.find(({ blobId }) => blobId === email.blobId);
      if (twin) return twin;
      takeRoom(email.size);
      fitting.push(email);
      return email;
    });
    checked.push(outcome);
  }
  const inserted = await insertEmails(
    tx,
    fitting.map(({ parsed, ...rest }) => ({ accountId, ...rest, prepared: prepareEmail(parsed) })),
  );
  const results = new Map(fitting.map((email, index) => [email, inserted[index]!]));
  return checked.map((outcome, index) => {
    if (outcome instanceof SetFailure) return outcome;
    const record = results.get(outcome)!;
    if (record instanceof SetFailure) return record;
    const { id, blobId, threadId, size } = record;
    return outcome === given[index] ? { id, blobId, threadId, size } : exists(id);
  });
}
