/** First-time senders of an account at a mail server: their letters wait in a folder there, where other programs find them. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { getAllPreferences, updatePreferences } from "../../src/store/mail/preferences.ts";
import { decideOn } from "../../src/store/screening/release.ts";
import { getScreened } from "../../src/store/screening/screened-senders.ts";
import { getScreening, startScreening } from "../../src/store/screening/screening.ts";
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

const letter = (from: string, subject: string, number: number): string =>
  `Message-ID: <${number}@x>\r\nFrom: ${from}\r\nSubject: ${subject}\r\n\r\ntext\r\n`;

async function turnOn({ store }: MirrorStore, accountId: string): Promise<void> {
  await store.write(async (tx) => {
    await updatePreferences(tx, accountId, { ...(await getAllPreferences(tx, accountId)), screensInto: "Wartezimmer" });
    await startScreening(tx, accountId, "Wartezimmer", Date.now());
  });
}

for (const { kind, canRun, start } of [rich, poor])
  describe.skipIf(!canRun)(`at ${kind}`, () => {
    let server: MailServer;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server?.stop());

    test("what arrives waits in Screened on both sides, what was there stays, and who is let in is in the inbox", async () => {
      const mirror = await MirrorStore.open();
      const client = await foreignClient(server.port, "ann");
      try {
        await client.append("INBOX", letter("known@example.org", "Was there", 1));
        const accountId = await mirror.addAccount({ port: server.port, username: "ann" });
        const sync = mirror.start(accountId);
        await upToDate(mirror, accountId);
        await turnOn(mirror, accountId);

        const later = new Date(Date.now() + 60_000);
        await client.append("INBOX", letter("known@example.org", "Another", 2), [], later);
        await client.append("INBOX", letter("eve@example.org", "From Eve", 3), [], later);
        await client.append(
          "INBOX",
          letter("old@example.org", "Of last year", 4),
          [],
          new Date("2025-01-01T00:00:00Z"),
        );
        sync.requestPass();
        const inbox = (await mailboxNamed(mirror, accountId, "inbox")).id;
        const { mailboxId } = (await mirror.store.read((reader) => getScreening(reader, accountId)))!;
        await eventually(async () => {
          const emails = await emailsOf(mirror, accountId);
          expect(emails.get("From Eve")?.mailboxIds).toEqual([mailboxId]);
          for (const subject of ["Was there", "Another", "Of last year"])
            expect(emails.get(subject)?.mailboxIds).toEqual([inbox]);
        }, TIMEOUT_MS);
        await sameOnBothSides(mirror, accountId, client);
        expect(await client.list()).toContainEqual(
          expect.objectContaining({ path: expect.stringMatching(/Screened$/) }),
        );

        const { path } = (await client.list()).find((folder) => folder.name === "Screened")!;
        await client.append(path, letter("zoe@example.org", "Put there", 5), [], later);
        sync.requestPass();
        const shelf = () => mirror.store.read((reader) => getScreened(reader, accountId, null));
        await eventually(async () => {
          expect(new Set((await shelf()).map(({ address }) => address))).toEqual(
            new Set(["eve@example.org", "zoe@example.org"]),
          );
        }, TIMEOUT_MS);

        const eve = (await shelf()).find(({ address }) => address === "eve@example.org");
        const senderId = eve?.id;
        await mirror.store.write((tx) =>
          decideOn(tx, accountId, { senderId: senderId!, before: "waiting", state: "letIn" }),
        );
        await sameOnBothSides(mirror, accountId, client);
        expect((await emailsOf(mirror, accountId, inbox)).has("From Eve")).toBe(true);
      } finally {
        await mirror.close();
        await client.logout();
      }
    });
  });
