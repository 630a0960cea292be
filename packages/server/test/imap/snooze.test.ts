/** A snoozed letter of an account at a mail server: it lies in the folder Snoozed there, and comes back on both sides. */
import type { ImapFlow } from "imapflow";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { snoozeEmail } from "../../src/store/snooze/snoozed-emails.ts";
import { wakeEmail, wakeIfDue } from "../../src/store/snooze/wake-emails.ts";
import { cyrus, poor, rich } from "../servers/all.ts";
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

const inAnHour = (): Date => new Date(Date.now() + 3_600_000);
const inTwoHours = (): Date => new Date(Date.now() + 7_200_000);

/** Members of ImapFlow that its types leave out: it has no command of its own for CREATE with USE. */
interface Internals {
  exec(command: string, attributes: unknown[]): Promise<{ next(): void }>;
}

async function command(client: ImapFlow, name: string, ...attributes: unknown[]): Promise<void> {
  (await (client as unknown as Internals).exec(name, attributes)).next();
}

const atom = (value: string) => ({ type: "ATOM", value });

for (const { kind, canRun, start } of [rich, poor, cyrus])
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
        }, TIMEOUT_MS);
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

test.skipIf(!cyrus.canRun)(
  "[6154 §3] the folder is made without the attribute \\Snoozed: Cyrus takes no messages into one that has it",
  async () => {
    const server = await cyrus.start();
    const client = await foreignClient(server.port, "ann");
    try {
      await command(client, "CREATE", atom("Later"), [atom("USE"), [atom("\\Snoozed")]]);
      await client.append("INBOX", letter("Plan", 1));
      await client.mailboxOpen("INBOX");
      const copied = command(client, "COPY", atom("1"), atom("Later"));
      await expect(copied).rejects.toMatchObject({ responseText: "Operation is not supported on mailbox" });
    } finally {
      await client.logout();
      await server.stop();
    }
  },
);
