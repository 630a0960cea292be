/** Letters stored by the hundred, without a receiver. */
import type { Id, Keyword } from "@pismo/jmap";
import { parseMessage } from "../../src/mime/parse/parse.ts";
import type { Store } from "../../src/store/db/store.ts";
import { type InsertedEmail, insertEmails } from "../../src/store/mail/insert-emails.ts";
import { prepareEmail } from "../../src/store/mail/prepare-email.ts";

export interface Letter {
  message: string | Buffer;
  mailboxIds: Id[];
  keywords?: Keyword[];
  receivedAt: Date;
}

/** In one transaction. */
export const insertLetters = (store: Store, accountId: Id, letters: readonly Letter[]): Promise<InsertedEmail[]> =>
  store.write(async (tx) => {
    const emails = [];
    for (const { message, keywords = [], ...where } of letters) {
      const bytes = Buffer.from(message);
      const { blobId } = await tx.blobs.put(bytes);
      const prepared = prepareEmail(parseMessage(bytes));
      emails.push({ ...where, accountId, blobId, size: bytes.length, prepared, keywords });
    }
    const inserted = await insertEmails(tx, emails);
    return inserted as InsertedEmail[];
  });
