/** Notifications of an account at a mail server: of what arrives there, and not of what was there. */
import type { NewEmails } from "@pismo/jmap";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { createLogger } from "../../src/log.ts";
import { startNotifying } from "../../src/notify/notify-worker.ts";
import { browserCredential } from "../../src/store/auth/browser-sessions.ts";
import { insertPushSubscription, updatePushSubscription } from "../../src/store/auth/push-subscriptions.ts";
import { getAllPreferences, updatePreferences } from "../../src/store/mail/preferences.ts";
import { pushRules } from "../../src/web-push/push-rules.ts";
import { poor, rich } from "../servers/all.ts";
import type { MailServer } from "../servers/mail-server.ts";
import { startPushService } from "../support/push-service.ts";
import { emailsOf, foreignClient, mailboxNamed, MirrorStore, upToDate } from "./mirrored.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 30_000 });

const letter = (subject: string, number: number): string =>
  `Message-ID: <${number}@x>\r\nFrom: ann@example.org\r\nSubject: ${subject}\r\n\r\ntext\r\n`;

for (const { kind, canRun, start } of [rich, poor])
  describe.skipIf(!canRun)(`at ${kind}`, () => {
    let server: MailServer;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server?.stop());

    test("a first sync tells nothing, nor does a letter that is moved into the inbox or was received before", async () => {
      const mirror = await MirrorStore.open();
      const { store } = mirror;
      const client = await foreignClient(server.port, "ann");
      const service = await startPushService();
      const push = pushRules(randomBytes(32), { host: "127.0.0.1", publicUrl: undefined });
      const stop = startNotifying({ store, log: createLogger("silent"), push, isOwned: true });
      try {
        for (let number = 1; number < 5; number++) {
          await client.append("INBOX", letter(`old ${number}`, number), [], new Date("2026-01-01T00:00:00Z"));
        }
        const later = new Date(Date.now() + 60_000);
        await client.append("Archive", letter("moved", 9), [], later);
        const accountId = await mirror.addAccount({ port: server.port, username: "ann" });
        await store.write(async (tx) => {
          const rules = { about: "inbox" as const, mailboxIds: {}, keywords: {}, quietHours: null };
          await updatePreferences(tx, accountId, {
            ...(await getAllPreferences(tx, accountId)),
            notifications: rules,
          });
          const browser = { username: browserCredential(null), userAgent: null, sessionFamily: null, notifies: true };
          const expires = new Date(Date.now() + 3_600_000);
          const subscription = { ...browser, deviceClientId: "d", types: [], expires, verificationCode: "c" };
          const { id } = await insertPushSubscription(tx, { ...subscription, ...service.newEndpoint() });
          await updatePushSubscription(tx, browser.username, id, { isVerified: true });
        });
        const sync = mirror.start(accountId);
        await upToDate(mirror, accountId);
        await client.append("INBOX", letter("received before", 8), [], new Date("2026-01-02T00:00:00Z"));
        sync.requestPass();
        await eventually(async () => {
          const emails = await emailsOf(mirror, accountId);
          for (const subject of ["received before", "moved"]) expect(emails.has(subject)).toBe(true);
        });
        await client.mailboxOpen("Archive");
        await client.messageMove("1:*", "INBOX");
        const inbox = (await mailboxNamed(mirror, accountId, "inbox")).id;
        sync.requestPass();
        await eventually(async () => {
          expect((await emailsOf(mirror, accountId)).get("moved")?.mailboxIds).toEqual([inbox]);
        });
        await client.append("INBOX", letter("new", 10), [], later);
        sync.requestPass();
        await eventually(() => expect(service.pushed.length).toBeGreaterThan(0));
        expect(service.pushed.map(({ message }) => (message as NewEmails).subject)).toEqual(["new"]);
      } finally {
        await stop();
        await mirror.close();
        await client.logout();
        await service.close();
      }
    });
  });
