/** The spam filter learns from what other programs do with letters that were here before. */
import type { Id } from "@pismo/jmap";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { accountKey, keyOf } from "../../src/store/db/ids.ts";
import { listFolders } from "../../src/store/mirror/imap-folders.ts";
import { switchFilter } from "../../src/store/spam/spam-filter.ts";
import { servers } from "../servers/all.ts";
import type { MailServer } from "../servers/mail-server.ts";
import {
  emailsOf,
  foreignClient,
  mailboxNamed,
  MirrorStore,
  sameOnBothSides,
  testMessage,
  upToDate,
} from "./mirrored.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

for (const { kind, canRun, start } of servers)
  describe.skipIf(!canRun)(`at ${kind}`, () => {
    let server: MailServer;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server?.stop());

    test("what another program puts into spam, or takes out, is a lesson; what arrives there is none", async () => {
      const mirror = await MirrorStore.open();
      const client = await foreignClient(server.port, "ann");
      try {
        const accountId = await mirror.addAccount({ port: server.port, username: "ann" });
        await mirror.store.write((tx) => switchFilter(tx, accountId, true, 0));
        await client.append("INBOX", testMessage("unwanted"));
        await client.append("INBOX", testMessage("stays"));
        const sync = mirror.start(accountId);
        await upToDate(mirror, accountId);
        const folders = await mirror.store.read((reader) => listFolders(reader, accountId));
        const pathOf = async (role: string): Promise<string> => {
          const { id } = await mailboxNamed(mirror, accountId, role);
          return folders.find(({ mailboxId }) => mailboxId === id)!.path;
        };
        const junk = await pathOf("junk");
        const archive = await pathOf("archive");
        await client.append(junk, testMessage("wanted"));
        await client.append(archive, testMessage("kept"));
        const lessons = async (): Promise<Record<string, boolean>> => {
          const rows = await mirror.store.read((reader) =>
            reader.all<{ email_id: number; is_spam: number }>(
              "select email_id, is_spam from spam_lesson where account_id = ?",
              accountKey(accountId),
            ),
          );
          const subjects = new Map<number, string>();
          for (const [subject, { id }] of await emailsOf(mirror, accountId)) subjects.set(keyOf("e", id), subject);
          return Object.fromEntries(rows.map((row) => [subjects.get(row.email_id), row.is_spam === 1]));
        };
        const settled = async (subject: string, folder: string): Promise<void> => {
          sync.requestPass();
          const mailboxId: Id = (await mailboxNamed(mirror, accountId, folder)).id;
          await eventually(async () => {
            expect((await emailsOf(mirror, accountId)).get(subject)?.mailboxIds).toEqual([mailboxId]);
          }, 60_000);
          await sameOnBothSides(mirror, accountId, client, 60_000);
        };
        await settled("wanted", "junk");
        await settled("kept", "archive");
        expect(await lessons()).toEqual({});

        const move = async (subject: string, from: string, to: string): Promise<void> => {
          await client.mailboxOpen(from);
          await client.messageMove({ header: { "message-id": `<${subject}@example.org>` } }, to);
          await client.mailboxClose();
        };
        await move("unwanted", "INBOX", junk);
        await settled("unwanted", "junk");
        expect(await lessons()).toEqual({ unwanted: true });
        await move("wanted", junk, "INBOX");
        await settled("wanted", "inbox");
        await move("kept", archive, junk);
        await settled("kept", "junk");
        expect(await lessons()).toEqual({ unwanted: true, wanted: false, kept: true });
      } finally {
        await mirror.close();
        await client.logout();
      }
    });
  });
