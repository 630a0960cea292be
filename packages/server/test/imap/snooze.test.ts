/** A snoozed letter of an account at a mail server: it lies in the folder Snoozed there, and comes back on both sides. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { snoozeEmail } from "../../src/store/snooze/snoozed-emails.ts";
import { wakeEmail, wakeIfDue } from "../../src/store/snooze/wake-emails.ts";
import { poor, rich } from "../servers/all.ts";
import type { MailServer } from "../servers/mail-server.ts";
import { emailsOf, foreignClient, mailboxNamed, MirrorStore, sameOnBothSides, upToDate } from "./mirrored.ts";

vi.setConfig({ testTimeout: 90_000, hookTimeout: 30_000 });

const letter = (subject: string, number: number, references = ""): string =>
  `Message-ID: <${number}@x>\r\nFrom: ann@example.org\r\nSubject: ${subject}\r\n${references && `References: ${references}\r\n`}\r\ntext\r\n`;

const inAnHour = (): Date => new Date(Date.now() + 3_600_000);
const inTwoHours = (): Date => new Date(Date.now() + 7_200_000);

for (const { kind, canRun, start } of [rich, poor])
  describe.skipIf(!canRun)(`at ${kind}`, () => {
    let server: MailServer;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server?.stop());

    test("it goes into the folder there, comes back on top at its time and with an answer, and is taken back", async () => {
      const mirror = await MirrorStore.open();
      const client = await foreignClient(server.port, "ann");
      try {
        await client.append("INBOX", letter("Plan", 1), [], new Date("2026-01-01T08:00:00Z"));
        await client.append("INBOX", letter("Other", 2), [], new Date("2026-01-02T08:00:00Z"));
        const accountId = await mirror.addAccount({ port: server.port, username: "ann" });
        const sync = mirror.start(accountId);
        await upToDate(mirror, accountId);
        const inbox = (await mailboxNamed(mirror, accountId, "inbox")).id;
        const plan = (await emailsOf(mirror, accountId)).get("Plan")!;
        const other = (await emailsOf(mirror, accountId)).get("Other")!;
        const snooze = () =>
          mirror.store.write((tx) =>
            snoozeEmail(tx, accountId, { emailId: plan.id, until: inAnHour(), mailboxName: "Отложенные" }),
          );
        const inFolder = async (): Promise<boolean> => {
          await client.mailboxOpen("Snoozed");
          return (await client.search({ header: { "message-id": "<1@x>" } })) !== false && client.mailbox !== false
            ? client.mailbox.exists === 1
            : false;
        };
        await snooze();
        await sameOnBothSides(mirror, accountId, client);
        expect(await inFolder()).toBe(true);

        expect(await mirror.store.write((tx) => wakeIfDue(tx, accountId, plan.id, inTwoHours()))).toBe(true);
        await sameOnBothSides(mirror, accountId, client);
        expect((await emailsOf(mirror, accountId, inbox)).get("Plan")!.receivedAt).toEqual(plan.receivedAt);
        const list = await mirror.store.read((reader) =>
          queryEmails(reader, accountId, { filter: { inMailbox: inbox } }),
        );
        expect(list.ids).toEqual([plan.id, other.id]);

        await snooze();
        await sameOnBothSides(mirror, accountId, client);
        await client.append("INBOX", letter("Re: Plan", 3, "<1@x>"));
        sync.requestPass();
        await eventually(async () => {
          const emails = await emailsOf(mirror, accountId, inbox);
          expect([...emails.keys()].toSorted()).toEqual(["Other", "Plan", "Re: Plan"]);
        }, 30_000);
        const answer = (await emailsOf(mirror, accountId, inbox)).get("Re: Plan")!;
        const conversations = await mirror.store.read((reader) =>
          queryEmails(reader, accountId, { filter: { inMailbox: inbox }, collapseThreads: true }),
        );
        expect(conversations.ids).toEqual([answer.id, other.id]);
        await sameOnBothSides(mirror, accountId, client);

        await snooze();
        await mirror.store.write((tx) => wakeEmail(tx, accountId, plan.id));
        await sameOnBothSides(mirror, accountId, client);
        expect((await emailsOf(mirror, accountId, inbox)).has("Plan")).toBe(true);
      } finally {
        await mirror.close();
        await client.logout();
      }
    });
  });
