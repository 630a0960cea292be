/** Categories of letters that were at the mail server before the account came here: found, and never written there. */
import type { Id, Keyword } from "@pismo/jmap";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { startFactReader } from "../../src/fact-reader/fact-reader.ts";
import { createLogger } from "../../src/log.ts";
import { getReadFacts } from "../../src/store/facts/email-facts.ts";
import { learnCategories } from "../../src/store/mail/email-categories.ts";
import { insertEmail, updateEmail } from "../../src/store/mail/emails.ts";
import { findMailboxByRole } from "../../src/store/mail/mailboxes.ts";
import { rich } from "../servers/all.ts";
import type { MailServer } from "../servers/mail-server.ts";
import { emailsOf, foreignClient, mailboxNamed, MirrorStore, TIMEOUT_MS, upToDate } from "./mirrored.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 30_000 });

const order = [
  "From: Shop <orders@shop.example>",
  "To: ann@example.org",
  "Subject: Your order 1 has been shipped",
  "Message-ID: <order-1@shop.example>",
  "Date: Mon, 2 Nov 2026 10:00:00 +0000",
  "",
  "Order number: A-20417",
  "Order total: $10.00",
  "Arrives: 5 December 2026",
  "",
].join("\r\n");

const item = { "@context": "http://schema.org", "@type": "Order", orderNumber: "B-1", merchant: { name: "Shop" } };
/** As Email/import does. */
async function bring({ store, mime }: MirrorStore, accountId: Id): Promise<Id> {
  const bytes = Buffer.from(
    [
      "From: Shop <orders@shop.example>",
      "Subject: Brought",
      "Content-Type: text/html",
      "",
      `<script type="application/ld+json">${JSON.stringify(item)}</script>`,
      "Your order B-1 has been shipped",
      "",
    ].join("\r\n"),
  );
  const letter = {
    ...(await store.blobs.put(bytes)),
    parsed: await mime.parse(bytes),
    keywords: [],
    receivedAt: new Date(),
    isFromClient: true,
  };
  return store.write(async (tx) => {
    const { id: inbox } = (await findMailboxByRole(tx, accountId, "inbox"))!;
    return (await insertEmail(tx, accountId, { ...letter, mailboxIds: [inbox] })).id;
  });
}

let server: MailServer;
beforeAll(async () => {
  if (rich.canRun) server = await rich.start();
});
afterAll(() => server?.stop());

test.skipIf(!rich.canRun)("an old letter gets its category on our side alone, until a person chooses one", async () => {
  const mirror = await MirrorStore.open();
  const { store, mime } = mirror;
  const client = await foreignClient(server.port, "ann");
  const stop = startFactReader({ store, mime, log: createLogger("silent"), trustedServers: new Set() });
  try {
    await client.append("INBOX", order);
    const accountId = await mirror.addAccount({ port: server.port, username: "ann" });
    mirror.start(accountId);
    await upToDate(mirror, accountId);
    const letter = async () => [...(await emailsOf(mirror, accountId)).values()][0]!;
    await eventually(async () => expect((await letter()).keywords).toEqual(["category-orders"]), TIMEOUT_MS);
    const { id } = await letter();
    const change = (changes: { mailboxIds?: Id[]; keywords?: Keyword[] }) =>
      store.write((tx) => updateEmail(tx, accountId, id, changes));
    /** What lies there, once all has been pushed. */
    const there = async (folder: string): Promise<string[]> => {
      await client.mailboxOpen(folder, { readOnly: true });
      const [message] = await client.fetchAll("1:*", { flags: true });
      return [...(message?.flags ?? [])].filter((flag) => flag !== "\\Recent").toSorted();
    };
    await change({ keywords: ["$seen", "category-orders"] });
    await eventually(async () => expect(await there("INBOX")).toEqual(["\\Seen"]), TIMEOUT_MS);
    await change({ mailboxIds: [(await mailboxNamed(mirror, accountId, "archive")).id] });
    await eventually(async () => expect(await there("Archive")).toEqual(["\\Seen"]), TIMEOUT_MS);
    expect((await letter()).keywords.toSorted()).toEqual(["$seen", "category-orders"]);

    await store.write(async (tx) => {
      const [before, after] = [
        ["$seen", "category-orders"],
        ["$seen", "category-tickets"],
      ];
      await updateEmail(tx, accountId, id, { keywords: after });
      await learnCategories(tx, accountId, [{ emailId: id, before, after }]);
    });
    await eventually(async () => expect(await there("Archive")).toEqual(["\\Seen", "category-tickets"]), TIMEOUT_MS);

    // One that a client brings is read, and keeps the keywords that it came with.
    const brought = await bring(mirror, accountId);
    await eventually(async () => {
      const facts = await store.read((reader) => getReadFacts(reader, accountId, [brought]));
      expect(facts.get(brought)?.facts).toMatchObject([{ kind: "order" }]);
    }, TIMEOUT_MS);
    expect((await emailsOf(mirror, accountId)).get("Brought")?.keywords).toEqual([]);
  } finally {
    await stop();
    await mirror.close();
    await client.logout();
  }
});
