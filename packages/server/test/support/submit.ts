/** Puts an Email into Sent and its submission into the delivery queue, as EmailSubmission/set does. */
import type { Envelope } from "@pismo/jmap";
import { getSubmissions } from "../../src/store/submission/email-submissions.ts";
import { insertSubmission } from "../../src/store/submission/insert-submissions.ts";
import type { SubmissionRecord } from "../../src/store/submission/email-submissions.ts";
import { getIdentities } from "../../src/store/submission/identities.ts";
import { findMailboxByRole } from "../../src/store/mail/mailboxes.ts";
import type { MailStore } from "./mail-store.ts";

export async function submit(
  { store, ingest, accountIds }: MailStore,
  to: readonly string[],
  { text = "Subject: Hello\r\n\r\nbody\r\n", from = "you@pismo.localhost", sendAt = new Date() } = {},
): Promise<string> {
  const accountId = accountIds[0] ?? "";
  const sent = await store.read((reader) => findMailboxByRole(reader, accountId, "sent"));
  const email = await ingest.deliver({
    accountId,
    bytes: Buffer.from(text),
    mailboxIds: [sent?.id ?? ""],
    keywords: ["$seen"],
  });
  const envelope: Envelope = {
    mailFrom: { email: from, parameters: null },
    rcptTo: to.map((address) => ({ email: address, parameters: null })),
  };
  const { id } = await store.write(async (tx) => {
    const [identity] = await getIdentities(tx, accountId);
    return insertSubmission(tx, accountId, { identityId: identity?.id ?? "", emailId: email.id, envelope, sendAt });
  });
  return id;
}

export async function submission({ store, accountIds }: MailStore, id: string): Promise<SubmissionRecord> {
  const [found] = await store.read((reader) => getSubmissions(reader, accountIds[0] ?? "", [id]));
  if (!found) throw new Error(`no submission ${id}`);
  return found;
}

/** Waits until no recipient is queued or being sent, or until `isEnough`. */
export async function settled(
  mail: MailStore,
  id: string,
  isEnough = (record: SubmissionRecord) =>
    record.recipients.every(({ state }) => !["queued", "sending", "transmitting"].includes(state)),
): Promise<SubmissionRecord> {
  for (const until = Date.now() + 10_000; Date.now() < until;) {
    const record = await submission(mail, id);
    if (isEnough(record)) return record;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`submission ${id} did not settle: ${JSON.stringify(await submission(mail, id))}`);
}
