/** What letters say that clients brought (RFC 8621 §4.6 and §4.8): those that were received elsewhere, not one's own. */
import type { Id } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { factsOfImports } from "../src/store/migrations/0087-facts-of-imports.ts";
import { factsOfImports as onPostgres } from "../src/store/postgres/migrations/0048-facts-of-imports.ts";
import { readFacts } from "./support/fact-reader.ts";
import { lines } from "./support/jmap.ts";
import { isOnPostgres } from "./support/memory-store.ts";
import { type ReceivingJmap, receivingJmap } from "./support/receiving-jmap.ts";

let t: ReceivingJmap;
let stop: () => Promise<void>;
let read: number;

const start = (): void => {
  read = 0;
  stop = readFacts(t, () => (read += 1));
};
beforeEach(async () => {
  t = await receivingJmap();
  start();
});
afterEach(async () => {
  await stop();
  await t.close();
});

interface Brought {
  uid?: string;
  sequence?: number;
  from?: string;
  isChecked?: boolean;
  method?: string;
}
let number = 0;

const organizer = "lev@team.example";
const calendar = ({ uid = "meeting", sequence = 0, method = "REQUEST" }: Brought): string =>
  lines(
    "BEGIN:VCALENDAR",
    `METHOD:${method}`,
    "BEGIN:VEVENT",
    `UID:${uid}@team.example`,
    `SUMMARY:${uid}`,
    `ORGANIZER:mailto:${organizer}`,
    "ATTENDEE:mailto:you@pismo.localhost",
    "DTSTART;TZID=Europe/Moscow:20300307T140000",
    `SEQUENCE:${sequence}`,
    "END:VEVENT",
    "END:VCALENDAR",
  );
const invitation = (brought: Brought = {}): string => {
  const { from = organizer, isChecked = true, method = "REQUEST" } = brought;
  return lines(
    ...(isChecked ? [`Authentication-Results: mx.example; dmarc=pass header.from=${from.split("@")[1]}`] : []),
    `From: ${from}`,
    "Subject: Invitation",
    `Message-ID: <${++number}@team.example>`,
    "MIME-Version: 1.0",
    `Content-Type: text/calendar; charset=utf-8; method=${method}`,
    "",
    calendar(brought),
  );
};

const titles = async (): Promise<string[]> => {
  const { ids } = await t.call("Deadline/query");
  return (await t.call("Deadline/get", { ids })).list.map(({ title }) => title!).toSorted();
};
const eventuallyTitles = (...expected: string[]): Promise<void> =>
  eventually(async () => expect(await titles()).toEqual(expected));
const superseded = async (id: Id) =>
  (await t.call("EmailFact/get", { ids: [id] })).list[0]!.supersededEvents!.map(({ emailId }) => emailId);

test("an invitation that was imported is an appointment, and a letter that comes later replaces it", async () => {
  const first = await t.importMessage(invitation());
  await eventuallyTitles("meeting");
  expect(await superseded(first)).toEqual([]);
  const off = await t.receive(invitation({ sequence: 1, method: "CANCEL" }));
  await eventually(async () => expect(await superseded(first)).toEqual([off]));
  await eventuallyTitles();
});

test("of an imported letter that no server has checked a change is told, and it is no day on the shelf", async () => {
  const first = await t.importMessage(invitation({ isChecked: false }));
  const second = await t.importMessage(invitation({ isChecked: false, sequence: 1 }));
  await eventually(async () => expect(await superseded(first)).toEqual([second]));
  expect(await titles()).toEqual([]);
});

test("one that a client makes by Email/set is read as one that it imports", async () => {
  const { created } = await t.call("Email/set", {
    create: {
      a: {
        mailboxIds: { [t.role["inbox"]!]: true },
        from: [{ email: organizer }],
        subject: "Invitation",
        "header:Authentication-Results": " mx.example; dmarc=pass header.from=team.example",
        bodyStructure: { partId: "1", type: "text/calendar" },
        bodyValues: { "1": { value: calendar({ uid: "made" }) } },
      },
    },
  });
  expect(created).toHaveProperty("a");
  await eventuallyTitles("made");
});

test("what the person has written is not read: from an own address or that of an identity, or a draft; spam is read when it is taken out", async () => {
  await t.call("Identity/set", { create: { i: { name: "Me", email: "me@pismo.localhost" } } });
  const { list } = await t.call("Identity/get", { ids: null });
  const own = list.map(({ email }) => email!);
  expect(own.length).toBeGreaterThan(0);
  for (const [index, from] of own.entries()) {
    await t.importMessage(invitation({ uid: `own-${index}`, from: from.toUpperCase() }));
  }
  await t.importMessage(invitation({ uid: "draft" }), { keywords: ["$draft"] });
  await t.importMessage(invitation({ uid: "in Sent" }), { mailboxIds: [t.role["sent"]!] });
  const spam = await t.importMessage(invitation({ uid: "spam" }), { mailboxIds: [t.role["junk"]!] });
  // Letters are read in their order: when this one has been, those would have been, too.
  await t.importMessage(invitation({ uid: "real" }));
  await eventuallyTitles("real");
  expect(read).toBe(1);
  await t.call("Email/set", { update: { [spam]: { mailboxIds: { [t.role["inbox"]!]: true } } } });
  await eventuallyTitles("real", "spam");
  expect(read).toBe(2);
});

test("a letter that was imported keeps the keywords that its client gave it, and its facts follow them", async () => {
  const order = lines("From: orders@shop.example", "Subject: Code", "", "Your confirmation code: 482913");
  const plain = await t.importMessage(order);
  const named = await t.importMessage(order, { keywords: ["category-registrations"] });
  const facts = async (id: Id) => (await t.call("EmailFact/get", { ids: [id] })).list[0]!.facts!;
  await eventually(async () => expect(await facts(named)).toMatchObject([{ kind: "registration" }]));
  expect(await facts(plain)).toEqual([]);
  expect((await t.email(plain, ["keywords"])).keywords).toEqual({});
});

test("letters that were imported before are read once, without those of Sent", async () => {
  await stop();
  const first = await t.importMessage(invitation({ uid: "before" }));
  await t.importMessage(invitation({ uid: "in Sent" }), { mailboxIds: [t.role["sent"]!] });
  await t.receive(lines("From: a@b.example", "Subject: Received", "", "text"));
  await t.store.write(async (tx) => {
    await tx.run(
      "insert into fact_progress (account_id, modseq, backlog) select id, modseq, 0 from account where id = ?",
      Number(t.accountId.slice(1)),
    );
    await tx.run((isOnPostgres ? onPostgres : factsOfImports).replace(/;\s*$/, ""));
  });
  const due = await t.store.read((reader) => reader.all<{ email_id: number }>("select email_id from fact_due"));
  expect(due).toEqual([{ email_id: Number(first.slice(1)) }]);
  start();
  await eventuallyTitles("before");
  expect(read).toBe(1);
});
