/** A mail server keeps so many keywords a folder and no more: Cyrus 128, Dovecot's Maildir 26 in the names of files. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { labelsCapabilities } from "../../src/store/labels/labels.ts";
import { updateEmail } from "../../src/store/mail/emails.ts";
import { cyrus, rich } from "../servers/all.ts";
import type { MailServer } from "../servers/mail-server.ts";
import { emailsOf, foreignClient, mailboxNamed, MirrorStore, TIMEOUT_MS, upToDate } from "./mirrored.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const letter = (subject: string): string => `From: ann@example.org\r\nSubject: ${subject}\r\n\r\ntext\r\n`;
const labels = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `label-${String(from + index).padStart(3, "0")}`);

for (const { kind, canRun, start } of [rich, cyrus])
  describe.skipIf(!canRun)(`at ${kind}`, () => {
    let server: MailServer;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server?.stop());

    test("labels beyond the limit stay here, and the server has the others", async () => {
      const mirror = await MirrorStore.open();
      const client = await foreignClient(server.port, "ann");
      try {
        await client.append("INBOX", letter("many"));
        await client.append("INBOX", letter("one more"));
        const accountId = await mirror.addAccount({ port: server.port, username: "ann" });
        const sync = mirror.start(accountId);
        await upToDate(mirror, accountId);
        const put = async (subject: string, keywords: string[]): Promise<void> => {
          const { id } = (await emailsOf(mirror, accountId)).get(subject)!;
          await mirror.store.write((tx) => updateEmail(tx, accountId, id, { keywords }));
          await upToDate(mirror, accountId);
        };
        const many = labels(0, 120);
        await put("many", many);
        const more = [...labels(120, 140), "$flagged"].toSorted();
        await put("one more", more);
        const emails = await emailsOf(mirror, accountId);
        expect(emails.get("many")?.keywords.toSorted()).toEqual(many);
        expect(emails.get("one more")?.keywords.toSorted()).toEqual(more);
        await client.mailboxOpen("INBOX");
        const there = await client.fetchAll("1:*", { flags: true, envelope: true });
        const stored = there.find(({ envelope }) => envelope?.subject === "one more")!.flags!;
        expect(stored).toContain("\\Flagged");
        const { isOnServer } = (await mirror.store.read((reader) => labelsCapabilities(reader, [accountId]))).get(
          accountId,
        )!;
        // What does not fit into the names of files Dovecot keeps in its index.
        expect([stored.size < 21, isOnServer]).toEqual(kind.startsWith("Cyrus") ? [true, false] : [false, true]);

        // A letter that is written here is appended without what does not fit.
        const inbox = await mailboxNamed(mirror, accountId, "inbox");
        const bytes = Buffer.from(letter("third"));
        const third = ["$seen", "label-000", "label-200"];
        await mirror.ingest.deliver({ accountId, bytes, mailboxIds: [inbox.id], keywords: third });
        await upToDate(mirror, accountId);
        expect((await emailsOf(mirror, accountId)).get("third")?.keywords.toSorted()).toEqual(third);

        // What comes from the server takes none of them away.
        await client.messageFlagsAdd("2", ["\\Answered"]);
        sync.requestPass();
        await eventually(async () => {
          const keywords = (await emailsOf(mirror, accountId)).get("one more")?.keywords;
          expect(keywords?.toSorted()).toEqual(["$answered", ...more]);
        }, TIMEOUT_MS);
      } finally {
        await mirror.close();
        await client.logout();
      }
    });
  });
