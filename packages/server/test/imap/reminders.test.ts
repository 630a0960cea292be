/** A sent letter of an account at a mail server that nothing answers: it stands in the inbox there too. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { setReminder } from "../../src/store/snooze/reminders.ts";
import { getSnoozes } from "../../src/store/snooze/snoozed-emails.ts";
import { wakeIfDue } from "../../src/store/snooze/wake-emails.ts";
import { getIdentities } from "../../src/store/submission/identities.ts";
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

const letter = (from: string, subject: string, number: number, references = ""): string =>
  `Message-ID: <${number}@x>\r\nFrom: ${from}\r\nSubject: ${subject}\r\n${references && `References: ${references}\r\n`}\r\ntext\r\n`;

const inAnHour = (): Date => new Date(Date.now() + 3_600_000);
const inTwoHours = (): Date => new Date(Date.now() + 7_200_000);

for (const { kind, canRun, start } of [rich, poor])
  describe.skipIf(!canRun)(`at ${kind}`, () => {
    let server: MailServer;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server?.stop());

    test("it comes on top of the inbox on both sides and stays in Sent; what was answered does not", async () => {
      const mirror = await MirrorStore.open();
      const client = await foreignClient(server.port, "ann");
      try {
        await client.append("INBOX", letter("zoe@example.org", "Other", 1), [], new Date("2026-01-02T08:00:00Z"));
        const accountId = await mirror.addAccount({ port: server.port, username: "ann" });
        const [own] = await mirror.store.read((reader) => getIdentities(reader, accountId));
        const sync = mirror.start(accountId);
        await upToDate(mirror, accountId);
        const sent = await mailboxNamed(mirror, accountId, "sent");
        const inbox = (await mailboxNamed(mirror, accountId, "inbox")).id;
        for (const [subject, number] of [["Plan", 2] as const, ["Answered", 3] as const]) {
          const text = letter(own!.email, subject, number);
          await client.append(sent.name, text, ["\\Seen"], new Date("2026-01-01T08:00:00Z"));
        }
        sync.requestPass();
        await eventually(
          async () => expect((await emailsOf(mirror, accountId)).has("Answered")).toBe(true),
          TIMEOUT_MS,
        );
        const emails = await emailsOf(mirror, accountId);
        const [plan, answered, other] = ["Plan", "Answered", "Other"].map((subject) => emails.get(subject)!.id);
        for (const id of [plan!, answered!])
          await mirror.store.write((tx) => setReminder(tx, accountId, id, inAnHour()));
        await client.append("INBOX", letter("zoe@example.org", "Re: Answered", 4, "<3@x>"));
        sync.requestPass();
        const waiting = () => mirror.store.read((reader) => getSnoozes(reader, accountId, [plan!, answered!]));
        await eventually(async () => expect((await waiting()).map(({ id }) => id)).toEqual([plan]), TIMEOUT_MS);

        expect(await mirror.store.write((tx) => wakeIfDue(tx, accountId, plan!, inTwoHours()))).toBe(true);
        await sameOnBothSides(mirror, accountId, client);
        const list = await mirror.store.read((reader) =>
          queryEmails(reader, accountId, { filter: { inMailbox: inbox }, collapseThreads: false }),
        );
        expect(list.ids[0]).toBe(plan);
        expect(list.ids).toContain(other);
        for (const folder of ["INBOX", sent.name]) {
          await client.mailboxOpen(folder);
          expect(await client.search({ header: { "message-id": "<2@x>" } })).toHaveLength(1);
        }
      } finally {
        await mirror.close();
        await client.logout();
      }
    });
  });
