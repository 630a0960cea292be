import { type Id, MethodError, SEEN } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { changesSince, stateOf } from "../../src/store/db/changes.ts";
import { destroyEmails, updateEmail } from "../../src/store/mail/emails.ts";
import { updateMailbox } from "../../src/store/mail/mailboxes.ts";
import { insertTestEmail, storeWithAccount, type TestStore } from "./test-store.ts";
import { randomFrom } from "./random.ts";

let t: TestStore;
beforeEach(async () => {
  t = await storeWithAccount();
});
afterEach(() => t.store.close());

test("[8620 §5.2] changes are returned once; objects created and destroyed in between are omitted", async () => {
  const { store, accountId, mailbox } = t;
  const insert = () => store.write((tx) => insertTestEmail(tx, accountId, [mailbox.inbox]));
  const [kept, gone] = [await insert(), await insert()];
  const since = await store.read((reader) => stateOf(reader, accountId, "Email"));
  const [fresh, brief] = [await insert(), await insert()];
  await store.write(async (tx) => {
    await updateEmail(tx, accountId, kept.id, { keywords: [SEEN] });
    await updateEmail(tx, accountId, fresh.id, { keywords: [SEEN] });
    await destroyEmails(tx, accountId, [gone.id, brief.id]);
  });
  await store.read(async (reader) => {
    expect(await changesSince(reader, accountId, "Email", since)).toEqual({
      created: [fresh.id],
      updated: [kept.id],
      destroyed: [gone.id],
      hasMoreChanges: false,
      newState: await stateOf(reader, accountId, "Email"),
      onlyCounts: false,
    });
  });
});

test("[8620 §5.2] a client that pages with maxChanges ends with the server's objects", async () => {
  const { store, accountId, mailbox } = t;
  const random = randomFrom(3);
  const alive: Id[] = [];
  const known = new Set<Id>();
  let state = "0";
  for (let round = 0; round < 120; round++) {
    await store.write(async (tx) => {
      for (let change = random.below(6); change > 0; change--) {
        const kind = random.next();
        if (kind < 0.45 || alive.length === 0) alive.push((await insertTestEmail(tx, accountId, [mailbox.inbox])).id);
        else if (kind < 0.75)
          await updateEmail(tx, accountId, random.pick(alive), { keywords: [`k${round}-${change}`] });
        else await destroyEmails(tx, accountId, alive.splice(random.below(alive.length), 1));
      }
    });
    // One page per iteration, so that the mailbox changes between the pages.
    const page = await store.read((reader) => changesSince(reader, accountId, "Email", state, 2));
    expect(page.created.length + page.updated.length + page.destroyed.length).toBeLessThanOrEqual(2);
    for (const id of page.updated) expect(known).toContain(id);
    for (const id of page.created) known.add(id);
    for (const id of page.destroyed) known.delete(id);
    state = page.newState;
  }
  for (let hasMore = true; hasMore;) {
    const page = await store.read((reader) => changesSince(reader, accountId, "Email", state, 2));
    for (const id of page.created) known.add(id);
    for (const id of page.destroyed) known.delete(id);
    [state, hasMore] = [page.newState, page.hasMoreChanges];
  }
  expect([...known].sort()).toEqual([...alive].sort());
  expect(state).toBe(await store.read((reader) => stateOf(reader, accountId, "Email")));
});

test("[8621 §2.2] a mailbox whose counts alone changed is distinguished from others", async () => {
  const { store, accountId, mailbox } = t;
  const since = await store.read((reader) => stateOf(reader, accountId, "Mailbox"));
  await store.write((tx) => insertTestEmail(tx, accountId, [mailbox.inbox]));
  const changes = () => store.read((reader) => changesSince(reader, accountId, "Mailbox", since));
  expect(await changes()).toMatchObject({ updated: [mailbox.inbox], onlyCounts: true });
  await store.write((tx) => updateMailbox(tx, accountId, mailbox.archive, { sortOrder: 5 }));
  expect(await changes()).toMatchObject({ updated: [mailbox.inbox, mailbox.archive], onlyCounts: false });
});

test("[8621 §3] a thread changes with its Emails and is destroyed with the last", async () => {
  const { store, accountId, mailbox } = t;
  const insert = () => store.write((tx) => insertTestEmail(tx, accountId, [mailbox.inbox], { references: ["one@x"] }));
  const first = await insert();
  const since = await store.read((reader) => stateOf(reader, accountId, "Thread"));
  const changes = () => store.read((reader) => changesSince(reader, accountId, "Thread", since));
  const second = await insert();
  expect(second.threadId).toBe(first.threadId);
  expect(await changes()).toMatchObject({ created: [], updated: [first.threadId], destroyed: [] });
  await store.write((tx) => destroyEmails(tx, accountId, [first.id, second.id]));
  expect(await changes()).toMatchObject({ created: [], updated: [], destroyed: [first.threadId] });
});

test("[8621 §1.5] EmailDelivery changes with new Emails alone", async () => {
  const { store, accountId, mailbox } = t;
  const state = () => store.read((reader) => stateOf(reader, accountId, "EmailDelivery"));
  const empty = await state();
  const { id } = await store.write((tx) => insertTestEmail(tx, accountId, [mailbox.inbox]));
  const arrived = await state();
  expect(arrived).not.toBe(empty);
  await store.write((tx) => updateEmail(tx, accountId, id, { keywords: [SEEN] }));
  expect(await state()).toBe(arrived);
});

test.each(["", "x", "-1", "1e3", "999999", "99999999999999999999", "0-", "1.5"])(
  "[8620 §5.2] the state %j was never ours",
  async (state) => {
    const { store, accountId } = t;
    const error = await store
      .read((reader) => changesSince(reader, accountId, "Email", state))
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(MethodError);
    expect(error).toMatchObject({ type: "cannotCalculateChanges" });
  },
);
