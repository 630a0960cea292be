/** The list of a mailbox's threads, which no query goes through, equals the one that a scan finds. */
import type { Id } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stateOf } from "../../src/store/db/changes.ts";
import { destroyEmails, type EmailRecord, getEmails, updateEmail } from "../../src/store/mail/emails.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { emailQueryChanges } from "../../src/store/query/email-query-changes.ts";
import { isLong } from "../../src/store/query/long/long-queries.ts";
import { insertTestEmail, storeWithAccount, type TestStore } from "./test-store.ts";
import { randomFrom } from "./random.ts";

let t: TestStore;
const ids: Id[] = [];
const random = randomFrom(5);
const COUNT = 900;
const march = "2026-03-03T07:00:00Z";

const query = (args: Parameters<typeof queryEmails>[2]) =>
  t.store.read((reader) => queryEmails(reader, t.accountId, { collapseThreads: true, ...args }));

const newestFirst = (a: EmailRecord, b: EmailRecord): number =>
  b.receivedAt.getTime() - a.receivedAt.getTime() || Number(b.id.slice(1)) - Number(a.id.slice(1));

/** By a scan of all Emails. */
async function expected(fits: (email: EmailRecord) => boolean = () => true): Promise<Id[]> {
  const emails = await t.store.read((reader) => getEmails(reader, t.accountId, ids));
  const seen = new Set<Id>();
  return emails
    .filter((email) => email.mailboxIds.includes(t.mailbox.inbox) && fits(email))
    .sort(newestFirst)
    .filter(({ threadId }) => !seen.has(threadId) && seen.add(threadId))
    .map(({ id }) => id);
}

async function changeSome(share: number): Promise<void> {
  const { inbox, archive } = t.mailbox;
  await t.store.write(async (tx) => {
    for (const id of ids.filter(() => random.chance(share))) {
      if (random.chance(0.2)) await destroyEmails(tx, t.accountId, [id]);
      else if (random.chance(0.5)) {
        const mailboxIds = random.pick([[inbox], [archive], [inbox, archive]]);
        await updateEmail(tx, t.accountId, id, { mailboxIds }).catch(() => undefined);
      } else await updateEmail(tx, t.accountId, id, { keywords: random.pick([[], ["$seen"]]) }).catch(() => undefined);
    }
  });
}

beforeAll(async () => {
  t = await storeWithAccount();
  const { inbox, archive } = t.mailbox;
  await t.store.write(async (tx) => {
    for (let n = 0; n < COUNT; n++) {
      const { id } = await insertTestEmail(tx, t.accountId, random.pick([[inbox], [inbox, archive], [archive]]), {
        subject: "Plan",
        // Some threads are long, most are short; Emails come in any order, many in the same second.
        references: [`thread-${random.chance(0.3) ? random.below(5) : random.below(300)}@x`],
        keywords: random.chance(0.5) ? ["$seen"] : [],
        receivedAt: new Date(Date.UTC(2026, 0, 1 + random.below(120))),
      });
      ids.push(id);
    }
  });
  await changeSome(0.3);
});
afterAll(() => t.store.close());

const inInbox = () => ({ inMailbox: t.mailbox.inbox });

describe("[8621 §4.4.3] the threads of a mailbox", () => {
  test.each([
    ["all", {}, () => true],
    ["from a moment on", { after: march }, (email: EmailRecord) => email.receivedAt >= new Date(march)],
    ["with unread Emails", { notKeyword: "$seen" }, (email: EmailRecord) => !email.keywords.includes("$seen")],
    ["before a moment", { before: march }, (email: EmailRecord) => email.receivedAt < new Date(march)],
  ])("%s: each position, the total and each anchor", async (_, condition, fits) => {
    const filter = { ...inInbox(), ...condition };
    const all = await expected(fits);
    for (const position of [0, 1, 50, 120, -1, -40, all.length, all.length + 1]) {
      const from = position < 0 ? Math.max(0, all.length + position) : position;
      const found = await query({ filter, position, limit: 30, calculateTotal: true });
      expect(found).toEqual({ ids: all.slice(from, from + 30), position: from, total: all.length });
    }
    const anchor = all[70]!;
    expect((await query({ filter, anchor, anchorOffset: -3, limit: 4 })).ids).toEqual(all.slice(67, 71));
  });

  test("of the oldest first are those of a scan too", async () => {
    const all = await expected();
    const sort = [{ property: "receivedAt", isAscending: true }];
    const { ids: found } = await query({ filter: inInbox(), sort });
    expect(found).toHaveLength(all.length);
  });

  test("[8620 §5.6] changes bring the list up to date", async () => {
    const before = await expected();
    const state = await t.store.read((reader) => stateOf(reader, t.accountId, "Email"));
    await changeSome(0.1);
    const args = { filter: inInbox(), collapseThreads: true, sinceQueryState: state, calculateTotal: true };
    const { added, removed, total } = await t.store.read((reader) => emailQueryChanges(reader, t.accountId, args));
    const next = before.filter((id) => !removed.includes(id));
    for (const { id, index } of added) next.splice(index, 0, id);
    const now = await expected();
    expect(next).toEqual(now);
    expect(total).toBe(now.length);
    expect(now).not.toEqual(before);
  });

  test("is answered at once; with other conditions it is a long query", () => {
    expect(isLong({ filter: inInbox(), collapseThreads: true })).toBe(false);
    expect(isLong({ filter: { ...inInbox(), after: march }, collapseThreads: true })).toBe(false);
    expect(isLong({ filter: { ...inInbox(), notKeyword: "$seen" }, collapseThreads: true })).toBe(true);
    expect(isLong({ filter: { operator: "OR", conditions: [inInbox()] }, collapseThreads: true })).toBe(true);
  });
});
