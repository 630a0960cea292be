import { CONVERSATIONS, type Id } from "@pismo/jmap";
import { afterAll, beforeAll, expect, test } from "vitest";
import { metadataOf } from "../../src/methods/email/get.ts";
import { defaultProperties, toEmail, wantedOf } from "../../src/methods/email/record.ts";
import { isSerializable, serializeEmails } from "../../src/store/query/email-rows.ts";
import { getEmails } from "../../src/store/mail/emails.ts";
import { insertTestEmail, type TestEmail, storeWithAccount, type TestStore } from "./test-store.ts";

let t: TestStore;
const ids: Id[] = [];

const awkward = `"quoted" \\ back\\"slash \u0000 \u0001 \u001f \u007f \u2028 </script> 🦊 ё ${"x".repeat(300)}`;
const emails: TestEmail[] = [
  {},
  { subject: awkward, body: awkward, from: [{ name: awkward, email: awkward }], to: [] },
  { subject: "", body: "", keywords: ["$seen", "$flagged", `odd"\\key`, "ключ"], hasAttachment: true },
  { receivedAt: new Date("1969-07-20T20:17:40.900Z"), sentAt: "1969-07-20T20:17:40-05:00" },
  { receivedAt: new Date(0), messageId: `a"b@c`, inReplyTo: "x@y", references: ["p@q", "r@s"] },
  { subject: "1e400 and 0.10 are text", size: 2 ** 40 },
];

beforeAll(async () => {
  t = await storeWithAccount();
  const { inbox, archive } = t.mailbox;
  await t.store.write(async (tx) => {
    for (const [at, email] of emails.entries()) {
      ids.push((await insertTestEmail(tx, t.accountId, at % 2 ? [inbox, archive] : [inbox], email)).id);
    }
  });
});
afterAll(() => t.store.close());

const write = (asked: readonly Id[], properties: readonly string[]) =>
  t.store.read(async (reader) => {
    const rows = await serializeEmails(reader, t.accountId, asked, properties);
    return rows?.map(({ id, text }) => ({ id, email: JSON.parse(text) as unknown }));
  });
const read = (asked: readonly Id[], properties: string[]) =>
  t.store.read(async (reader) => {
    const records = await getEmails(reader, t.accountId, asked);
    return records.map((parsed) => {
      const source = {
        blobId: parsed.blobId,
        parsed,
        metadata: metadataOf(parsed, { using: [CONVERSATIONS] }),
        bytes: undefined,
      };
      return { id: parsed.id, email: { id: parsed.id, ...toEmail(source, wantedOf({ properties })) } };
    });
  });

const writable = defaultProperties.filter((property) => isSerializable([property]));

test("all properties that the store has beside the message can be serialized", () => {
  expect(defaultProperties.filter((property) => !writable.includes(property))).toEqual([
    "bodyValues",
    "textBody",
    "htmlBody",
    "attachments",
  ]);
  expect(isSerializable(["id", "header:Subject"])).toBe(false);
  expect(isSerializable(["constructor"])).toBe(false);
});

test.each([[writable], [["subject"]], [["keywords", "keywords", "id", "preview"]], [[]]])(
  "SQLite serializes what the store reads (%#)",
  async (properties) => {
    const asked = [ids[3]!, ...ids, "e99999", "nonsense"];
    const rows = await write(asked, properties);
    expect(rows).toEqual(await read(asked, properties));
    expect(rows).toHaveLength(emails.length);
  },
);

test("Emails of another account are not found", async () => {
  expect(await t.store.read((reader) => serializeEmails(reader, "a99", ids, ["id"]))).toEqual([]);
});

test("an Email with a year that SQLite cannot serialize is left to getEmails", async () => {
  const id = await t.store.write(async (tx) => {
    const { inbox } = t.mailbox;
    return (await insertTestEmail(tx, t.accountId, [inbox], { receivedAt: new Date(Date.UTC(12_000, 0)) })).id;
  });
  expect(await write([id], ["receivedAt"])).toBeUndefined();
  expect(await write([id], ["subject"])).toHaveLength(1);
});
