import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stateOf } from "../../src/store/db/changes.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { emailQueryChanges } from "../../src/store/query/email-query-changes.ts";
import { destroyEmails, type EmailRecord, getEmails, updateEmail } from "../../src/store/mail/emails.ts";
import { insertTestEmail, type TestStore } from "./test-store.ts";
import { storeWithManyEmails } from "./many-emails.ts";
import { randomFrom } from "./random.ts";

let t: TestStore;
let emails: EmailRecord[];

beforeAll(async () => {
  ({ t, emails } = await storeWithManyEmails());
});
afterAll(() => t.store.close());

const query = (args: Parameters<typeof queryEmails>[2]) =>
  t.store.read((reader) => queryEmails(reader, t.accountId, args));
const changes = (args: object) =>
  t.store.read((reader) => emailQueryChanges(reader, t.accountId, { sinceQueryState: "0", ...args }));

describe("[8620 §5.6] Email/queryChanges takes a client from the old results to the new", () => {
  const cases: [string, () => Omit<Parameters<typeof emailQueryChanges>[2], "sinceQueryState">][] = [
    ["a mailbox by date", () => ({ filter: { inMailbox: t.mailbox.inbox } })],
    ["a mailbox by date, collapsed", () => ({ filter: { inMailbox: t.mailbox.inbox }, collapseThreads: true })],
    [
      "unread Emails by size",
      () => ({ filter: { inMailbox: t.mailbox.inbox, notKeyword: "$seen" }, sort: [{ property: "size" }] }),
    ],
    ["unread threads", () => ({ filter: { someInThreadHaveKeyword: "custom" }, collapseThreads: true })],
    ["a sort by threads", () => ({ sort: [{ property: "allInThreadHaveKeyword", keyword: "custom" }] })],
    ["a search", () => ({ filter: { text: "invoice", after: "2026-01-05T00:00:00Z" } })],
  ];

  test.each(cases)("%s", async (_name, args) => {
    const { store, accountId, mailbox } = t;
    const random = randomFrom(5);
    let state = await store.read((reader) => stateOf(reader, accountId, "Email"));
    let { ids: known } = await query(args());
    for (let round = 0; round < 12; round++) {
      await store.write(async (tx) => {
        const email = { body: "invoice", references: [`thread-${random.below(60)}@x`], subject: "Budget" };
        const at = new Date(Date.UTC(2026, 0, 1 + random.below(60)));
        const added = await insertTestEmail(tx, accountId, [mailbox.inbox], { ...email, receivedAt: at });
        for (const id of [random.pick(known) ?? added.id, random.pick(emails).id]) {
          const [is] = await getEmails(tx, accountId, [id]);
          if (is) await updateEmail(tx, accountId, id, { keywords: random.chance(0.5) ? ["$seen"] : ["custom"] });
        }
        if (random.chance(0.5)) await destroyEmails(tx, accountId, [random.pick(known) ?? added.id]);
      });
      const told = await changes({ ...args(), sinceQueryState: state, calculateTotal: true });
      // RFC 8620 §5.6: delete what is removed, then insert what is added, lowest index first.
      const next = known.filter((id) => !told.removed.includes(id));
      for (const { id, index } of told.added) next.splice(index, 0, id);
      const now = await query({ ...args(), calculateTotal: true });
      expect(next).toEqual(now.ids);
      expect(told.total).toBe(now.total);
      [known, state] = [next, told.newQueryState];
    }
  });

  test("more than maxChanges and an unknown state have their errors", async () => {
    await expect(changes({ maxChanges: 1 })).rejects.toMatchObject({ type: "tooManyChanges" });
    await expect(changes({ sinceQueryState: "nonsense" })).rejects.toMatchObject({ type: "cannotCalculateChanges" });
  });

  test("upToId limits the reported changes where the properties are immutable", async () => {
    const filter = { after: "2026-01-01T00:00:00Z" };
    const { ids } = await query({ filter });
    const args = { filter, sinceQueryState: "0", upToId: ids[9]! };
    const { added } = await t.store.read((reader) => emailQueryChanges(reader, t.accountId, args));
    expect(added.map(({ id }) => id)).toEqual(ids.slice(0, 10));
  });
});
