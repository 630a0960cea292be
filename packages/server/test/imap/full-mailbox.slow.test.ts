/** A mailbox that is full, in the words of each server: nothing is lost, the person is told, and it goes on when there is room. */
import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { updateEmail } from "../../src/store/mail/emails.ts";
import { canRunCourier, startCourier } from "../servers/courier.ts";
import { canRunCyrus, startCyrus } from "../servers/cyrus.ts";
import { canRunDovecot, quotaOf, startDovecot } from "../servers/dovecot.ts";
import type { MailServer } from "../servers/mail-server.ts";
import { behindProxy } from "./behind-proxy.ts";
import { testMessage, emailsOf, mailboxNamed, sameOnBothSides, upToDate } from "./mirrored.ts";

/** 13 kB: two of them are too much. */
const large = (name: string): string => testMessage(name, `${"x".repeat(70)}\r\n`.repeat(180));

interface Full {
  kind: string;
  canRun: boolean;
  start(): Promise<MailServer>;
}
const full: Full[] = [
  { kind: "Dovecot", canRun: canRunDovecot, start: () => startDovecot({ settings: quotaOf(20) }) },
  { kind: "Courier", canRun: canRunCourier, start: () => startCourier({ quota: 20 }) },
  { kind: "Cyrus", canRun: canRunCyrus, start: () => startCyrus({ quota: 20 }) },
];

describe.each(full)("a mailbox at $kind that is full (OVERQUOTA)", ({ canRun, start }) => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  test.skipIf(!canRun)("what is written here waits, is said to wait, and goes when there is room", async () => {
    const server = await start();
    closing.push(() => server.stop());
    const { mirror, client, accountId } = await behindProxy(server, closing);
    await client.append("INBOX", large("large"));
    mirror.start(accountId);
    await upToDate(mirror, accountId);
    const [inbox, archive, drafts] = await Promise.all(
      ["inbox", "archive", "drafts"].map(async (name) => (await mailboxNamed(mirror, accountId, name)).id),
    );
    await mirror.ingest.deliver({
      accountId,
      bytes: Buffer.from(large("mine")),
      mailboxIds: [drafts!],
      keywords: ["$draft"],
    });
    const { id } = (await emailsOf(mirror, accountId)).get("large")!;
    await mirror.store.write((tx) => updateEmail(tx, accountId, id, { mailboxIds: [inbox!, archive!] }));
    await eventually(async () =>
      expect(await mirror.status(accountId)).toMatchObject({ waiting: 2, waitsFor: expect.stringMatching(/^full: /) }),
    );
    expect((await emailsOf(mirror, accountId)).get("mine")?.mailboxIds).toEqual([drafts]);

    await mirror.store.write((tx) => updateEmail(tx, accountId, id, { mailboxIds: [inbox!] }));
    await client.mailboxOpen("INBOX");
    await client.messageDelete("1:*");
    await sameOnBothSides(mirror, accountId, client, 60_000);
    expect((await client.mailboxOpen("Drafts")).exists).toBe(1);
  });
});
