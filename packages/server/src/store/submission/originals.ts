/** Originals of files that go smaller: uploads that stay as long as their Email can be taken back, and a day more. */
import type { Id } from "@pismo/jmap";
import { logUpdated } from "../db/changes.ts";
import { accountKey, keyOf } from "../db/ids.ts";
import type { Transactor } from "../db/reader.ts";
import type { SubmissionRecord } from "./email-submissions.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** @param originals by the blobs in its Email */
export async function keepOriginals(
  tx: Transactor,
  accountId: Id,
  { id, sendAt }: Pick<SubmissionRecord, "id" | "sendAt">,
  originals: Readonly<Record<Id, Id>> | null,
): Promise<void> {
  await tx.run(
    "update email_submission set originals = ? where id = ? and +account_id = ?",
    originals && JSON.stringify(originals),
    keyOf("s", id),
    accountKey(accountId),
  );
  await tx.run(
    "update upload set expires_at = greatest(expires_at, ?) where account_id = ? and blob_id in text_list(?)",
    sendAt.getTime() + DAY_MS,
    accountKey(accountId),
    JSON.stringify(Object.values(originals ?? {})),
  );
  await logUpdated(tx, accountId, "EmailSubmission", keyOf("s", id));
}
