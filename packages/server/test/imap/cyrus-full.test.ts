/**
 * What Cyrus says when a mailbox is full, in its own words: nothing is lost, the person is told, and it goes on. (Dovecot:
 * refusals.test.ts. The Courier of the tests counts no quota, as it is started without the programs that set one.)
 */
import { afterEach, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { canRunCyrus, startCyrus } from "../servers/cyrus.ts";
import { behindProxy } from "./behind-proxy.ts";
import { letter, lettersOf, mailboxNamed, sameOnBothSides, upToDate } from "./mirrored.ts";

/** Two of them are too much for 20 kB. */
const large = (name: string): string => letter(name, `${"x".repeat(70)}\r\n`.repeat(180));

vi.setConfig({ testTimeout: 90_000, hookTimeout: 30_000 });

describe.skipIf(!canRunCyrus)("Cyrus", () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  test("a full mailbox: what is written here waits, and goes when there is room", async () => {
    const server = await startCyrus({ quota: 20 });
    closing.push(() => server.stop());
    const { mirror, client, accountId } = await behindProxy(server, closing);
    await client.append("INBOX", large("large"));
    mirror.start(accountId);
    await upToDate(mirror, accountId);
    const drafts = (await mailboxNamed(mirror, accountId, "drafts")).id;
    await mirror.ingest.deliver({
      accountId,
      bytes: Buffer.from(large("mine")),
      mailboxIds: [drafts],
      keywords: ["$draft"],
    });
    await eventually(async () =>
      expect(await mirror.status(accountId)).toMatchObject({ waiting: 1, waitsFor: expect.stringMatching(/^full: /) }),
    );
    expect((await lettersOf(mirror, accountId)).get("mine")?.mailboxIds).toEqual([drafts]);
    await client.mailboxOpen("INBOX");
    await client.messageDelete("1:*");
    await sameOnBothSides(mirror, accountId, client, 60_000);
    expect((await client.mailboxOpen("Drafts")).exists).toBe(1);
  });
});
