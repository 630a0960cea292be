/** Enormous headers: lists have what rows show, the whole is returned on request, and other requests do not wait. */
import { CORE, type Email, type EmailAddress, MAIL, rowProperties, SHORT_HEADERS } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getEmails } from "../src/store/mail/emails.ts";
import { findMailboxByRole } from "../src/store/mail/mailboxes.ts";
import { longestTurn } from "./support/longest-turn.ts";
import { type TestServer, testServer } from "./support/server.ts";

const RECIPIENTS = 200_000;
const to = Array.from({ length: RECIPIENTS }, (_, index) => `"Person ${index}" <person${index}@example.com>`);
const subject = `Subject ${"word ".repeat(52_000)}end`;
const brackets = "(".repeat(262_144);
const letters = [
  `From: anna@example.com\r\nTo: ${to.join(",\r\n ")}\r\nSubject: many\r\n\r\nbody`,
  `From: anna@example.com\r\nSubject: ${subject}\r\n\r\nbody`,
  `${["From", "To", "Cc", "Bcc", "Reply-To", "Sender"].map((name) => `${name}: ${brackets}\r\n`).join("")}\r\nbody`,
  `From: "${"n".repeat(100_000)}" <a@example.com>\r\nReferences: ${"<a@b> ".repeat(50_000)}\r\n\r\nbody`,
];

let server: TestServer;
let ids: string[];
let longestWhileTaken: number;
beforeAll(async () => {
  server = await testServer({ maxUploadSize: 50_000_000, smtpUrl: new URL("smtp://127.0.0.1:9") });
  const { accountId, ingest, store } = server;
  const inbox = await store.read((reader) => findMailboxByRole(reader, accountId, "inbox"));
  ids = [];
  longestWhileTaken = await longestTurn(async () => {
    for (const letter of letters) {
      ids.push((await ingest.deliver({ accountId, bytes: Buffer.from(letter), mailboxIds: [inbox!.id] })).id);
    }
  });
});
afterAll(() => server.close());

const get = async (args: Record<string, unknown>) => {
  const { accountId, token } = server;
  const using = [CORE, MAIL, SHORT_HEADERS];
  const response = await server.app.inject({
    method: "POST",
    url: "/jmap/api",
    headers: { host: "127.0.0.1", authorization: `Bearer ${token}`, "content-type": "application/json" },
    payload: JSON.stringify({ using, methodCalls: [["Email/get", { accountId, ids, ...args }, "c"]] }),
  });
  const { methodResponses } = JSON.parse(response.body) as { methodResponses: [string, { list: Email[] }][] };
  return { size: response.body.length, list: methodResponses[0]![1].list };
};

test("they are ingested while others are answered", () => {
  expect(longestWhileTaken).toBeLessThan(300);
});

test("rows are small, in the page that is served too", async () => {
  const { size, list } = await get({ properties: [...rowProperties], shortensHeaders: true });
  expect(size).toBeLessThan(60_000);
  expect(list[0]!.to).toHaveLength(100);
  expect(list[0]!.to![0]).toEqual({ name: "Person 0", email: "person0@example.com" });
  expect(list[1]!.subject).toBe(subject.slice(0, 1000));
  const page = await server.fetch("http://127.0.0.1/", { headers: { authorization: `Bearer ${server.token}` } });
  expect((await page.text()).length).toBeLessThan(60_000);
});

describe("[8621 §4.2] other clients have everything", () => {
  test("whole, and while others are answered", async () => {
    let list: Email[] = [];
    const longest = await longestTurn(async () => {
      ({ list } = await get({ properties: ["to", "subject", "references", "from", "header:To:asAddresses"] }));
    });
    const everybody = to.map((_, index): EmailAddress => ({
      name: `Person ${index}`,
      email: `person${index}@example.com`,
    }));
    expect(list[0]!.to).toEqual(everybody);
    expect((list[0] as unknown as Record<string, unknown>)["header:To:asAddresses"]).toEqual(everybody);
    expect(list[1]!.subject).toBe(subject);
    expect(list[3]!.references).toHaveLength(50_000);
    expect(list[3]!.from![0]!.name).toHaveLength(100_000);
    // The test's own work with the response takes most of it.
    expect(longest).toBeLessThan(800);
  }, 30_000);

  test("and so does an opened Email", async () => {
    const { list } = await get({
      ids: [ids[0]],
      properties: ["to", "textBody", "bodyValues"],
      fetchTextBodyValues: true,
    });
    expect(list[0]!.to).toHaveLength(RECIPIENTS);
    expect(Object.values(list[0]!.bodyValues ?? {})[0]).toMatchObject({ value: "body" });
  });
});

test("the columns that the store has beside the message are bounded", async () => {
  const { accountId, store } = server;
  const rows = await store.read((reader) =>
    reader.all<{ size: number }>("select octet_length(headers) as size from email_content"),
  );
  for (const { size } of rows) expect(size).toBeLessThan(50_000);
  const records = await store.read((reader) => getEmails(reader, accountId, ids));
  expect(records.map(({ isShortened }) => isShortened)).toEqual([true, true, true, true]);
});

test("[8621 §7.5] a message to more recipients than a row has is sent to all of them", async () => {
  const { accountId, client } = server;
  const drafts = await server.store.read((reader) => findMailboxByRole(reader, accountId, "drafts"));
  const crowd = Array.from({ length: 250 }, (_, index) => ({ name: null, email: `p${index}@example.com` }));
  const { list: identities } = await client.call("Identity/get", { accountId, ids: null });
  const { id: identityId, email: own } = identities[0]!;
  const email = { mailboxIds: { [drafts!.id]: true as const }, from: [{ name: null, email: own! }], to: crowd };
  const { created } = await client.call("Email/set", { accountId, create: { a: email } });
  const submission = { identityId: identityId!, emailId: created!["a"]!.id! };
  const answer = await client.call("EmailSubmission/set", { accountId, create: { s: submission } });
  expect(answer.notCreated).toBeNull();
  const { list } = await client.call("EmailSubmission/get", { accountId, ids: [answer.created!["s"]!.id!] });
  expect(list[0]!.envelope!.rcptTo).toHaveLength(250);
});
