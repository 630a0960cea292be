/** Hostile messages: each is ingested, opened and searched within its time limit, as far as it can be read. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findMailboxByRole } from "../src/store/mail/mailboxes.ts";
import { enormousMessages } from "./support/enormous-messages.ts";
import { ofToday } from "./support/of-today.ts";
import { type TestServer, testServer } from "./support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ maxUploadSize: 80_000_000 });
});
afterAll(() => server.close());

/** Processor time of all threads: how busy the machine is does not count. */
const patience = 10_000;
/** Octets beyond the message itself. */
const memory = 1_500_000_000;

describe("enormous messages", () => {
  test.each(ofToday(Object.entries(enormousMessages)))("%s", { timeout: patience * 12 }, async (_, make) => {
    const { store, ingest, accountId, client } = server;
    const bytes = Buffer.from(make(), "latin1");
    const inbox = await store.read((reader) => findMailboxByRole(reader, accountId, "inbox"));
    const before = process.memoryUsage.rss();
    const began = process.cpuUsage();
    const { id } = await ingest.deliver({ accountId, bytes, mailboxIds: [inbox!.id] });
    const { list } = await client.call("Email/get", {
      accountId,
      ids: [id],
      properties: [
        "subject",
        "from",
        "to",
        "preview",
        "textBody",
        "htmlBody",
        "attachments",
        "bodyValues",
        "bodyStructure",
      ],
      fetchTextBodyValues: true,
      fetchHTMLBodyValues: true,
      maxBodyValueBytes: 2_000_000,
    });
    await client.call("SearchSnippet/get", { accountId, filter: { text: "text" }, emailIds: [id] });
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(patience);
    expect(process.memoryUsage.rss() - before).toBeLessThan(memory + bytes.length * 4);
    expect(list).toHaveLength(1);
    const [email] = list;
    expect(email!.preview!.length).toBeLessThanOrEqual(256);
    expect([...email!.textBody!, ...email!.htmlBody!, ...email!.attachments!].length).toBeLessThan(30_000);
  });
});
