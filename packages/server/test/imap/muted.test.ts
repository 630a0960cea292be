/** A muted conversation of an account at a mail server: what arrives in its inbox is moved to the archive there. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { updateEmail } from "../../src/store/mail/emails.ts";
import { poor, rich } from "../servers/all.ts";
import type { MailServer } from "../servers/mail-server.ts";
import {
  emailsOf,
  foreignClient,
  mailboxNamed,
  MirrorStore,
  sameOnBothSides,
  TIMEOUT_MS,
  upToDate,
} from "./mirrored.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 30_000 });

const letter = (subject: string, number: number, references = ""): string =>
  `Message-ID: <${number}@x>\r\nFrom: ann@example.org\r\nSubject: ${subject}\r\n${references && `References: ${references}\r\n`}\r\ntext\r\n`;

for (const { kind, canRun, start } of [rich, poor])
  describe.skipIf(!canRun)(`at ${kind}`, () => {
    let server: MailServer;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server?.stop());

    test("an answer leaves the inbox on both sides, other letters stay, and one that is moved back stays too", async () => {
      const mirror = await MirrorStore.open();
      const client = await foreignClient(server.port, "ann");
      try {
        await client.append("INBOX", letter("Plan", 1));
        const accountId = await mirror.addAccount({ port: server.port, username: "ann" });
        const sync = mirror.start(accountId);
        await upToDate(mirror, accountId);
        const { id } = (await emailsOf(mirror, accountId)).get("Plan")!;
        await mirror.store.write((tx) => updateEmail(tx, accountId, id, { keywords: ["$muted"] }));
        await sameOnBothSides(mirror, accountId, client);

        await client.append("INBOX", letter("Re: Plan", 2, "<1@x>"));
        await client.append("INBOX", letter("Other", 3));
        sync.requestPass();
        const archive = (await mailboxNamed(mirror, accountId, "archive")).id;
        const inbox = (await mailboxNamed(mirror, accountId, "inbox")).id;
        await eventually(async () => {
          const emails = await emailsOf(mirror, accountId);
          expect(emails.get("Other")?.mailboxIds).toEqual([inbox]);
          expect(emails.get("Re: Plan")).toMatchObject({ mailboxIds: [archive], keywords: ["$muted"] });
        }, TIMEOUT_MS);
        await sameOnBothSides(mirror, accountId, client);

        const answer = (await emailsOf(mirror, accountId)).get("Re: Plan")!;
        await mirror.store.write((tx) => updateEmail(tx, accountId, answer.id, { mailboxIds: [inbox] }));
        await sameOnBothSides(mirror, accountId, client);
        expect((await emailsOf(mirror, accountId, inbox)).has("Re: Plan")).toBe(true);
      } finally {
        await mirror.close();
        await client.logout();
      }
    });
  });
