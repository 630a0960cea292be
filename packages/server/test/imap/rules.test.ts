/** Rules of an account at a mail server: what arrives in its inbox is sorted there. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { updateEmail } from "../../src/store/mail/emails.ts";
import { listFolders } from "../../src/store/mirror/imap-folders.ts";
import { getSortedEmails } from "../../src/store/rules/rule-uses.ts";
import { activateScript, insertSieveScripts } from "../../src/store/rules/sieve-scripts.ts";
import { getSnoozes, snoozeEmail } from "../../src/store/snooze/snoozed-emails.ts";
import { updateVacationResponse } from "../../src/store/submission/vacation-responses.ts";
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

const script =
  'require ["fileinto", "imap4flags", "variables"];\nif header :contains "subject" "order" { set "rules" "orders"; fileinto :flags "\\\\Seen" "Archive"; }\n' +
  'if header :is "subject" "nowhere" { fileinto "No such folder"; }\n';

async function activate({ store }: MirrorStore, accountId: string): Promise<void> {
  const content = { text: script, ...(await store.blobs.put(Buffer.from(script))) };
  await store.write(async (tx) => {
    const [id] = await insertSieveScripts(tx, accountId, [{ name: "script", content }]);
    await activateScript(tx, accountId, id!);
  });
}

for (const { kind, canRun, start } of [rich, poor])
  describe.skipIf(!canRun)(`at ${kind}`, () => {
    let server: MailServer;
    let tries = 0;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server?.stop());

    test("what arrives is moved and marked on both sides; what was there, and what is older, stays", async () => {
      const mirror = await MirrorStore.open();
      // What a first try has sorted must not be there at a second one.
      const username = `ann${++tries}`;
      const client = await foreignClient(server.port, username);
      try {
        await client.append("INBOX", letter("order that was there", 1));
        const accountId = await mirror.addAccount({ port: server.port, username });
        await activate(mirror, accountId);
        const sync = mirror.start(accountId);
        await upToDate(mirror, accountId);
        const archive = (await mailboxNamed(mirror, accountId, "archive")).id;
        const inbox = (await mailboxNamed(mirror, accountId, "inbox")).id;
        expect((await emailsOf(mirror, accountId)).get("order that was there")?.mailboxIds).toEqual([inbox]);

        const later = new Date(Date.now() + 60_000);
        await client.append("INBOX", letter("new order", 2), [], later);
        await client.append("INBOX", letter("nowhere", 3), [], later);
        await client.append("INBOX", letter("order of last year", 4), [], new Date("2025-01-01T00:00:00Z"));
        sync.requestPass();
        await eventually(async () => {
          const emails = await emailsOf(mirror, accountId);
          expect(emails.get("new order")).toMatchObject({ mailboxIds: [archive], keywords: ["$seen"] });
          expect(emails.get("nowhere")).toMatchObject({ mailboxIds: [inbox], keywords: [] });
          expect(emails.get("order of last year")?.mailboxIds).toEqual([inbox]);
        }, TIMEOUT_MS);
        await sameOnBothSides(mirror, accountId, client);

        const moved = (await emailsOf(mirror, accountId)).get("new order")!;
        const sorted = await mirror.store.read((reader) => getSortedEmails(reader, accountId, [moved.id]));
        expect(sorted).toEqual([{ emailId: moved.id, rules: ["orders"] }]);
        await mirror.store.write((tx) => updateEmail(tx, accountId, moved.id, { mailboxIds: [inbox] }));
        await sameOnBothSides(mirror, accountId, client);
        expect((await emailsOf(mirror, accountId, inbox)).has("new order")).toBe(true);
      } finally {
        await mirror.close();
        await client.logout();
      }
    });

    test("what another client moves back into the inbox stays there, and answers and wakes nothing", async () => {
      const mirror = await MirrorStore.open();
      const client = await foreignClient(server.port, "bob");
      try {
        const accountId = await mirror.addAccount({ port: server.port, username: "bob" });
        await activate(mirror, accountId);
        const sync = mirror.start(accountId);
        await upToDate(mirror, accountId);
        const archive = (await mailboxNamed(mirror, accountId, "archive")).id;
        const inbox = (await mailboxNamed(mirror, accountId, "inbox")).id;
        const later = new Date(Date.now() + 3_600_000);
        const arrive = async (subject: string, number: number) => {
          await client.append("INBOX", letter(subject, number, "<11@x>"), [], later);
          sync.requestPass();
          await eventually(async () => expect((await emailsOf(mirror, accountId)).has(subject)).toBe(true), TIMEOUT_MS);
          await sameOnBothSides(mirror, accountId, client);
          return (await emailsOf(mirror, accountId)).get(subject)!;
        };
        const away = await arrive("order", 11);
        expect(away.mailboxIds).toEqual([archive]);
        expect((await arrive("Re: order", 12)).mailboxIds).toEqual([archive]);
        await mirror.store.write((tx) =>
          snoozeEmail(tx, accountId, { emailId: away.id, until: new Date(Date.now() + 86_400_000) }),
        );
        await mirror.store.write((tx) => updateVacationResponse(tx, accountId, { isEnabled: true }));
        await sameOnBothSides(mirror, accountId, client);

        const folders = await mirror.store.read((reader) => listFolders(reader, accountId));
        await client.mailboxOpen(folders.find(({ mailboxId }) => mailboxId === archive)!.path);
        await client.messageMove({ header: { "message-id": "<12@x>" } }, "INBOX");
        await client.mailboxClose();
        sync.requestPass();
        await eventually(async () => {
          expect((await emailsOf(mirror, accountId)).get("Re: order")?.mailboxIds).toEqual([inbox]);
        }, TIMEOUT_MS);
        await sameOnBothSides(mirror, accountId, client);
        expect((await emailsOf(mirror, accountId, inbox)).has("Re: order")).toBe(true);
        const snoozes = () => mirror.store.read((reader) => getSnoozes(reader, accountId, [away.id]));
        expect((await snoozes()).map(({ id }) => id)).toEqual([away.id]);
        expect(await mirror.store.read((reader) => reader.all("select email_id from vacation_due"))).toEqual([]);

        // What arrives is still sorted, and wakes it.
        expect((await arrive("Fwd: order", 13)).mailboxIds).toEqual([archive]);
        expect(await snoozes()).toEqual([]);
      } finally {
        await mirror.close();
        await client.logout();
      }
    });
  });
