/** Counts updated by triggers equal counts of all rows. */
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseMessage } from "../../src/mime/parse/parse.ts";
import { newRemoteBlobId } from "../../src/store/blobs/blobs.ts";
import { destroyEmails } from "../../src/store/mail/emails.ts";
import { insertEmails } from "../../src/store/mail/insert-emails.ts";
import { getMirrorStatus, putImapServer } from "../../src/store/mirror/imap-accounts.ts";
import { insertFolder, removeFolder } from "../../src/store/mirror/imap-folders.ts";
import { countLocated, addAllLocated, removeLocated } from "../../src/store/mirror/imap-copies.ts";
import { completeEmail } from "../../src/store/mail/partial-emails.ts";
import { prepareEmail } from "../../src/store/mail/prepare-email.ts";
import { vaultWith } from "../../src/store/auth/vault.ts";
import { type FolderStore, storeInFolder } from "./test-store.ts";

let t: FolderStore;
beforeEach(async () => {
  t = await storeInFolder();
});
afterEach(async () => {
  await t.store.close();
  await t.remove();
});

const prepared = prepareEmail(parseMessage(Buffer.from("From: anna@example.com\r\nSubject: Boots\r\n\r\n")));

async function insert(count: number, isPartial: boolean): Promise<string[]> {
  const place = {
    accountId: t.accountId,
    size: 1,
    mailboxIds: [t.mailbox.inbox],
    keywords: [],
    receivedAt: new Date(),
  };
  const emails = Array.from({ length: count }, () => ({ ...place, blobId: newRemoteBlobId(), prepared, isPartial }));
  const inserted = await t.store.write((tx) => insertEmails(tx, emails));
  return inserted.map((one) => (one as { id: string }).id);
}

const counts = () =>
  t.store.read(async (reader) => {
    const status = await getMirrorStatus(reader, t.accountId);
    return [status?.emailsKnown, status?.emailsWhole, status?.emailsDone];
  });

test("Emails of an account with a server: known, hydrated, and their copies there", async () => {
  // Before there is a server.
  await insert(2, false);
  const server = { host: "localhost", port: 1, security: "tls", username: "ann", password: "", smtpUrl: null } as const;
  const vault = vaultWith(randomBytes(32));
  await t.store.write((tx) => putImapServer(tx, t.accountId, server, vault));
  expect(await counts()).toEqual([2, 2, 0]);

  const [first, second, third] = await insert(3, true);
  expect(await counts()).toEqual([5, 2, 0]);
  await t.store.write((tx) => completeEmail(tx, t.accountId, first!, { size: 9, prepared }));
  // A second time changes nothing.
  await t.store.write((tx) => completeEmail(tx, t.accountId, first!, { size: 9, prepared }));
  expect(await counts()).toEqual([5, 3, 0]);
  await t.store.write((tx) => destroyEmails(tx, t.accountId, [second!]));
  expect(await counts()).toEqual([4, 3, 0]);

  const mailboxId = t.mailbox.inbox;
  const folder = {
    mailboxId,
    path: "INBOX",
    baseName: "INBOX",
    baseParentId: null,
    baseSubscribed: null,
    isSelectable: true,
  };
  const at = (uid: number, emailId: string) => ({ mailboxId, uid, emailId, keywords: [], fingerprint: null });
  await t.store.write((tx) => insertFolder(tx, t.accountId, folder));
  await t.store.write((tx) => addAllLocated(tx, t.accountId, [at(1, first!), at(2, third!)]));
  // Another Email under a UID that is known.
  await t.store.write((tx) => addAllLocated(tx, t.accountId, [at(2, first!), at(3, third!)]));
  expect(await counts()).toEqual([4, 3, 3]);
  await t.store.write((tx) => removeLocated(tx, t.accountId, mailboxId, 1));
  await t.store.write((tx) => removeLocated(tx, t.accountId, mailboxId, 1));
  expect(await t.store.read((reader) => countLocated(reader, t.accountId, mailboxId))).toBe(2);
  await t.store.write((tx) => removeFolder(tx, t.accountId, mailboxId));
  expect(await counts()).toEqual([4, 3, 0]);
});
