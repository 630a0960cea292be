import { DRAFT, type Id, SEEN } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { recount } from "../../src/store/mail/counts.ts";
import { destroyEmails, updateEmail } from "../../src/store/mail/emails.ts";
import {
  destroyMailbox,
  findMailboxByRole,
  getMailboxes,
  insertMailbox,
  updateMailbox,
} from "../../src/store/mail/mailboxes.ts";
import { getThreads } from "../../src/store/threads/threads.ts";
import type { Reader } from "../../src/store/db/store.ts";
import { insertTestEmail, storeWithAccount, type TestStore } from "./test-store.ts";
import { randomFrom } from "./random.ts";

let t: TestStore;
beforeEach(async () => {
  t = await storeWithAccount();
});
afterEach(() => t.store.close());

const countsOf = async (reader: Reader, accountId: Id) =>
  Object.fromEntries(
    (await getMailboxes(reader, accountId)).map((box) => [
      box.name,
      [box.totalEmails, box.unreadEmails, box.totalThreads, box.unreadThreads],
    ]),
  );

/** The counts of RFC 8621 §2, computed literally from the Emails. */
async function countsByDefinition(reader: Reader, accountId: Id) {
  const boxes = await getMailboxes(reader, accountId);
  const trash = boxes.find(({ role }) => role === "trash")!.id;
  const rows = await reader.all<{ id: number; thread_id: number; boxes: string; keywords: string | null }>(
    `select id, thread_id, (select json_group_array(mailbox_id) from email_mailbox m where m.email_id = e.id) as boxes,
       (select json_group_array(keyword) from email_keyword k where k.email_id = e.id) as keywords
     from email e where account_id = ?`,
    Number(accountId.slice(1)),
  );
  const emails = rows.map((row) => {
    const keywords = JSON.parse(row.keywords ?? "[]") as string[];
    const isUnread = !keywords.includes(SEEN) && !keywords.includes(DRAFT);
    return { thread: row.thread_id, boxes: (JSON.parse(row.boxes) as number[]).map((key) => `m${key}`), isUnread };
  });
  return Object.fromEntries(
    boxes.map(({ id, name }) => {
      const here = emails.filter((email) => email.boxes.includes(id));
      const threads = new Set(here.map(({ thread }) => thread));
      const unreadThreads = [...threads].filter((thread) =>
        emails.some(
          (email) =>
            email.thread === thread &&
            email.isUnread &&
            (id === trash ? email.boxes.includes(trash) : email.boxes.some((box) => box !== trash)),
        ),
      );
      return [name, [here.length, here.filter(({ isUnread }) => isUnread).length, threads.size, unreadThreads.length]];
    }),
  );
}

test("[8621 §2] counts stay right through hundreds of random changes, and a recount finds the same", async () => {
  const { store, accountId, mailbox } = t;
  const random = randomFrom(7);
  const custom = await store.write((tx) => insertMailbox(tx, accountId, { name: "Custom" }));
  const boxes = [mailbox.inbox, mailbox.trash, mailbox.archive, mailbox.sent, custom.id];
  const someBoxes = () => {
    const picked = boxes.filter(() => random.chance(0.35));
    return picked.length > 0 ? picked : [random.pick(boxes)];
  };
  const someKeywords = () => [SEEN, DRAFT, "$flagged"].filter(() => random.chance(0.4));
  const ids: Id[] = [];
  for (let step = 0; step < 600; step++) {
    await store.write(async (tx) => {
      const kind = random.next();
      if (kind < 0.4 || ids.length === 0) {
        const email = { subject: "Talk", references: [`thread-${random.below(25)}@x`], keywords: someKeywords() };
        ids.push((await insertTestEmail(tx, accountId, someBoxes(), email)).id);
      } else if (kind < 0.85) {
        const id = random.pick(ids);
        const both = random.next();
        await updateEmail(tx, accountId, id, {
          ...(both < 0.7 ? { keywords: someKeywords() } : {}),
          ...(both > 0.4 ? { mailboxIds: someBoxes() } : {}),
        });
      } else {
        const [id] = ids.splice(random.below(ids.length), 1);
        await destroyEmails(tx, accountId, [id!]);
      }
    });
    if (step % 20 > 0) continue;
    await store.read(async (reader) => {
      expect(await countsOf(reader, accountId)).toEqual(await countsByDefinition(reader, accountId));
    });
  }
  await store.write(async (tx) => {
    const kept = await countsOf(tx, accountId);
    expect(kept).toEqual(await countsByDefinition(tx, accountId));
    await recount(tx, accountId);
    expect(await countsOf(tx, accountId)).toEqual(kept);
    await destroyMailbox(tx, accountId, custom.id, true);
    expect(await countsOf(tx, accountId)).toEqual(await countsByDefinition(tx, accountId));
    await destroyEmails(tx, accountId, ids);
    expect(new Set(Object.values(await countsOf(tx, accountId)).flat())).toEqual(new Set([0]));
    expect(await tx.all("select * from thread")).toEqual([]);
    expect(await tx.all("select * from thread_mailbox")).toEqual([]);
    expect(await tx.all("select * from thread_link")).toEqual([]);
  });
});

test("[8621 §2] an unread Email in the trash alone leaves its thread read elsewhere", async () => {
  const { store, accountId, mailbox } = t;
  await store.write(async (tx) => {
    const talk = { subject: "Talk", references: ["one@x"] };
    await insertTestEmail(tx, accountId, [mailbox.inbox], { ...talk, keywords: [SEEN] });
    const other = await insertTestEmail(tx, accountId, [mailbox.trash], talk);
    expect(await countsOf(tx, accountId)).toMatchObject({ Inbox: [1, 0, 1, 0], Trash: [1, 1, 1, 1] });
    await updateEmail(tx, accountId, other.id, { mailboxIds: [mailbox.trash, mailbox.archive] });
    expect(await countsOf(tx, accountId)).toMatchObject({ Inbox: [1, 0, 1, 1], Archive: [1, 1, 1, 1] });
  });
});

test("[8621 §2] an account whose mailbox becomes the trash is counted again", async () => {
  const { store } = t;
  await store.write(async (tx) => {
    const { id: accountId } = await createAccount(tx, { name: "Other", email: "other@pismo.localhost" });
    const trash = (await findMailboxByRole(tx, accountId, "trash"))!;
    const archive = (await findMailboxByRole(tx, accountId, "archive"))!;
    await insertTestEmail(tx, accountId, [archive.id], { subject: "Talk", references: ["one@x"], keywords: [SEEN] });
    await insertTestEmail(tx, accountId, [trash.id], { subject: "Talk", references: ["one@x"] });
    await expect(updateMailbox(tx, accountId, trash.id, { role: null })).rejects.toThrow("keeps it");
    const threads = await tx.all<{ id: number }>("select id from thread");
    expect((await getThreads(tx, accountId, [`t${threads[0]!.id}`]))[0]!.emailIds).toHaveLength(2);
    expect(await countsOf(tx, accountId)).toEqual(await countsByDefinition(tx, accountId));
  });
});
