import type { EmailFilterCondition, Id } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stateOf } from "../../src/store/db/changes.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { emailQueryChanges } from "../../src/store/query/email-query-changes.ts";
import { destroyEmails, type EmailRecord, getEmails, updateEmail } from "../../src/store/mail/emails.ts";
import { insertTestEmail, storeWithAccount, type TestStore } from "./test-store.ts";
import { randomFrom } from "./random.ts";

let t: TestStore;
let ids: Id[];
const random = randomFrom(3);
const COUNT = 1500;

const query = (args: Parameters<typeof queryEmails>[2]) =>
  t.store.read((reader) => queryEmails(reader, t.accountId, args));

/** The inbox's Emails that match, newest first, by a scan of all Emails. */
async function expected(fits: (email: EmailRecord) => boolean): Promise<Id[]> {
  const emails = await t.store.read((reader) => getEmails(reader, t.accountId, ids));
  return emails
    .filter((email) => email.mailboxIds.includes(t.mailbox.inbox) && fits(email))
    .sort((a, b) => b.receivedAt.getTime() - a.receivedAt.getTime() || Number(b.id.slice(1)) - Number(a.id.slice(1)))
    .map(({ id }) => id);
}

beforeAll(async () => {
  t = await storeWithAccount();
  const { inbox, archive } = t.mailbox;
  await t.store.write(async (tx) => {
    const inserted: Id[] = [];
    for (let n = 0; n < COUNT; n++) {
      // Half a year with many Emails of the same second, some before 1970.
      const day = random.chance(0.05) ? -20 : random.below(180);
      const { id } = await insertTestEmail(
        tx,
        t.accountId,
        random.pick([[inbox], [inbox], [inbox, archive], [archive]]),
        {
          subject: `${n}`,
          keywords: ["$seen", "$flagged", "$important", "$draft"].filter((_, at) =>
            random.chance([0.7, 0.02, 0.1, 0.05][at]!),
          ),
          hasAttachment: random.chance(0.2),
          receivedAt: new Date(day < 0 ? day * 86_400_000 : Date.UTC(2026, 0, 1 + day)),
        },
      );
      inserted.push(id);
    }
    ids = inserted;
  });
  // The counts have to follow changes.
  await t.store.write(async (tx) => {
    for (const id of ids.filter(() => random.chance(0.2))) {
      if (random.chance(0.3)) await destroyEmails(tx, t.accountId, [id]);
      else if (random.chance(0.5))
        await updateEmail(tx, t.accountId, id, { mailboxIds: [random.pick([inbox, archive])] });
      else await updateEmail(tx, t.accountId, id, { keywords: random.pick([["$flagged"], ["$seen"], []]) });
    }
    await tx.run("update email_mailbox set has_attachment = 1 where email_id % 50 = 0");
    await tx.run("update email set has_attachment = 1 where id % 50 = 0");
  });
});
afterAll(() => t.store.close());

const march = new Date("2026-03-03T07:00:00Z");
const may = new Date("2026-05-20T00:00:00Z");
const has = (keyword: string) => (email: EmailRecord) => email.keywords.includes(keyword);
const not = (fits: (email: EmailRecord) => boolean) => (email: EmailRecord) => !fits(email);

describe("[8620 §5.5] every position in a mailbox's list is the one that a scan finds", () => {
  const lists: [string, EmailFilterCondition, (email: EmailRecord) => boolean][] = [
    ["all", {}, () => true],
    ["unread", { notKeyword: "$seen" }, not(has("$seen"))],
    ["rare: flagged", { hasKeyword: "$Flagged" }, has("$flagged")],
    ["with files", { hasAttachment: true }, (l) => l.hasAttachment],
    ["without files", { hasAttachment: false }, (l) => !l.hasAttachment],
    [
      "important and unread",
      { hasKeyword: "$important", notKeyword: "$seen" },
      (l) => has("$important")(l) && !has("$seen")(l),
    ],
    ["read and unread", { hasKeyword: "$seen", notKeyword: "$seen" }, () => false],
    ["from a moment on", { after: march.toISOString() }, (l) => l.receivedAt >= march],
    [
      "unread between two moments",
      { after: march.toISOString(), before: may.toISOString(), notKeyword: "$seen" },
      (l) => l.receivedAt >= march && l.receivedAt < may && !has("$seen")(l),
    ],
    ["before 1970", { before: "1970-01-01T00:00:00Z" }, (l) => l.receivedAt.getTime() < 0],
    ["a keyword without a flag", { hasKeyword: "$answered" }, () => false],
  ];

  test.each(lists)("%s", async (_name, condition, fits) => {
    const filter = { inMailbox: t.mailbox.inbox, ...condition };
    const wanted = await expected(fits);
    for (const isAscending of [false, true]) {
      const sort = [{ property: "receivedAt", isAscending }];
      const all = isAscending ? wanted.toReversed() : wanted;
      for (const position of [0, 1, 49, 499, 501, 777, -1, -30, -600, wanted.length, wanted.length + 1]) {
        const from = position < 0 ? Math.max(0, all.length + position) : position;
        const found = await query({ filter, sort, position, limit: 60, calculateTotal: true });
        expect(found).toEqual({ ids: all.slice(from, from + 60), position: from, total: all.length });
      }
      for (const anchor of [all[0], all[600], all.at(-1)].filter((id) => id !== undefined)) {
        const found = await query({ filter, sort, anchor, anchorOffset: -2, limit: 5 });
        const from = Math.max(0, all.indexOf(anchor) - 2);
        expect(found).toEqual({ ids: all.slice(from, from + 5), position: from });
      }
    }
  });

  test("[8620 §5.6] changed Emails have their position in the new list, few of a span as well as many", async () => {
    const filter = { inMailbox: t.mailbox.inbox, notKeyword: "$draft" };
    const before = await expected(not(has("$draft")));
    const state = await t.store.read((reader) => stateOf(reader, t.accountId, "Email"));
    await t.store.write(async (tx) => {
      for (const [at, id] of before.entries()) {
        // All of the newest, and one here and there.
        if (at < 100 || at % 97 === 0)
          await updateEmail(tx, t.accountId, id, { keywords: at % 3 ? ["changed"] : ["$draft"] });
      }
    });
    const now = await expected(not(has("$draft")));
    const args = { filter, sinceQueryState: state, calculateTotal: true };
    const { added, removed, total } = await t.store.read((reader) => emailQueryChanges(reader, t.accountId, args));
    const next = before.filter((id) => !removed.includes(id));
    for (const { id, index } of added) next.splice(index, 0, id);
    expect(next).toEqual(now);
    expect(added.length).toBeGreaterThan(60);
    expect(total).toBe(now.length);
  });
});
