import { SEEN, SetFailure } from "@pismo/jmap";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { stateOf } from "../../src/store/db/changes.ts";
import { destroyEmails, getEmails, updateEmail } from "../../src/store/mail/emails.ts";
import { firstEmailsWithBlobs } from "../../src/store/mail/emails-with-blobs.ts";
import { getMailboxes } from "../../src/store/mail/mailboxes.ts";
import { insertTestEmail, storeWithAccount, type TestStore } from "./test-store.ts";

let t: TestStore;
beforeEach(async () => {
  t = await storeWithAccount();
});
afterEach(() => t.store.close());

describe("emails", () => {
  test("an inserted Email is read back", async () => {
    const { store, accountId, mailbox } = t;
    const inserted = await store.write((tx) =>
      insertTestEmail(tx, accountId, [mailbox.inbox], {
        subject: "Привет",
        body: "Как дела?",
        keywords: ["$SEEN", "Work"],
      }),
    );
    const [read] = await store.read((reader) => getEmails(reader, accountId, ["e0", inserted.id, "x"]));
    expect(read).toEqual(inserted);
    expect(read).toMatchObject({ keywords: ["$seen", "work"], mailboxIds: [mailbox.inbox], preview: "Как дела?" });
    const { id, blobId } = inserted;
    expect(await store.read((reader) => firstEmailsWithBlobs(reader, accountId, [blobId]))).toEqual(
      new Map([[blobId, id]]),
    );
  });

  test("ids of another account are not found by any function", async () => {
    const { store, accountId, mailbox } = t;
    const email = await store.write((tx) => insertTestEmail(tx, accountId, [mailbox.inbox]));
    const other = await store.write((tx) => createAccount(tx, { name: "Other", email: "other@pismo.localhost" }));
    await store.write(async (tx) => {
      expect(await getEmails(tx, other.id, [email.id])).toEqual([]);
      expect(await firstEmailsWithBlobs(tx, other.id, [email.blobId])).toEqual(new Map());
      expect(await destroyEmails(tx, other.id, [email.id])).toEqual([]);
      await expect(updateEmail(tx, other.id, email.id, { keywords: [] })).rejects.toThrow(SetFailure);
      await expect(insertTestEmail(tx, other.id, [mailbox.inbox])).rejects.toThrow("no such mailbox");
    });
  });

  test("[8621 §4.1.1] an Email is in at least one mailbox", async () => {
    const { store, accountId, mailbox } = t;
    await expect(store.write((tx) => insertTestEmail(tx, accountId, []))).rejects.toThrow("at least one");
    const email = await store.write((tx) => insertTestEmail(tx, accountId, [mailbox.inbox]));
    await expect(store.write((tx) => updateEmail(tx, accountId, email.id, { mailboxIds: [] }))).rejects.toThrow(
      "at least one",
    );
  });

  test("an Email is moved, read and destroyed, and the counts follow", async () => {
    const { store, accountId, mailbox } = t;
    const counts = () =>
      store.read(async (reader) => {
        const [box] = await getMailboxes(reader, accountId, [mailbox.archive]);
        return [box!.totalEmails, box!.unreadEmails, box!.totalThreads, box!.unreadThreads];
      });
    const { id } = await store.write((tx) => insertTestEmail(tx, accountId, [mailbox.inbox]));
    await store.write((tx) => updateEmail(tx, accountId, id, { mailboxIds: [mailbox.archive] }));
    expect(await counts()).toEqual([1, 1, 1, 1]);
    await store.write((tx) => updateEmail(tx, accountId, id, { keywords: [SEEN] }));
    expect(await counts()).toEqual([1, 0, 1, 0]);
    await store.write((tx) => destroyEmails(tx, accountId, [id]));
    expect(await counts()).toEqual([0, 0, 0, 0]);
  });

  test("an update that changes nothing changes no state", async () => {
    const { store, accountId, mailbox } = t;
    const { id } = await store.write((tx) => insertTestEmail(tx, accountId, [mailbox.inbox], { keywords: [SEEN] }));
    const state = () => store.read((reader) => stateOf(reader, accountId, "Email"));
    const before = await state();
    await store.write((tx) => updateEmail(tx, accountId, id, { keywords: ["$Seen"], mailboxIds: [mailbox.inbox] }));
    expect(await state()).toBe(before);
  });
});
