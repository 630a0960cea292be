/** The id of a mailbox at each server, which identifies two login names of one person. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inboxIdOf } from "../../src/bridge/imap/connection/inbox-id.ts";
import { openSession } from "../../src/bridge/imap/connection/connection.ts";
import { createLogger } from "../../src/log.ts";
import { courier, cyrus, poor, rich } from "../servers/all.ts";
import type { MailServer } from "../servers/mail-server.ts";

describe.each([
  { ...rich, hasIds: true },
  { ...poor, hasIds: true },
  { ...cyrus, hasIds: true },
  { ...courier, hasIds: false },
])("$kind", ({ canRun, start, hasIds }) => {
  let server: MailServer | undefined;
  beforeAll(async () => {
    if (canRun) server = await start();
  });
  afterAll(() => server?.stop());

  test.skipIf(!canRun)("a mailbox has an id of its own, the same each time, or none", async () => {
    const { port, password } = server!;
    const idOf = async (username: string): Promise<string | undefined> => {
      const endpoint = { host: "127.0.0.1", port, security: "plain" as const, smtpUrl: null, grantedAt: null };
      const session = await openSession({ ...endpoint, username, password }, createLogger("silent"));
      const id = await inboxIdOf(session);
      // Whatever the server has made of the question, the session goes on.
      await session.must(session.client.mailboxOpen("INBOX"));
      await session.close();
      return id;
    };
    const [ann, again, bob] = [await idOf("ann"), await idOf("ann"), await idOf("bob")];
    expect([typeof ann, typeof bob]).toEqual(hasIds ? ["string", "string"] : ["undefined", "undefined"]);
    expect([again, bob === ann]).toEqual([ann, !hasIds]);
  });
});
