/** Servers that die or are away, a password that is changed, a process that is killed: afterwards the mirror is the server. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { createLogger } from "../../src/log.ts";
import { updateEmail } from "../../src/store/emails.ts";
import { putImapServer } from "../../src/store/imap-accounts.ts";
import { openStore } from "../../src/store/store.ts";
import { canRunDovecot, type Dovecot, poorCapability, startDovecot } from "../servers/dovecot.ts";
import { behindProxy, type BehindProxy } from "./behind-proxy.ts";
import {
  foreignClient,
  letter,
  lettersOf,
  localState,
  mailboxNamed,
  MirrorStore,
  sameOnBothSides,
  serverState,
  upToDate,
} from "./mirrored.ts";

vi.setConfig({ testTimeout: 90_000, hookTimeout: 30_000 });

describe.skipIf(!canRunDovecot)("faults", () => {
  let dovecot: Dovecot;
  let poor: Dovecot;
  const closing: (() => unknown)[] = [];
  let users = 0;

  beforeAll(async () => {
    [dovecot, poor] = await Promise.all([startDovecot(), startDovecot({ capability: poorCapability })]);
  });
  afterAll(() => Promise.all([dovecot.stop(), poor.stop()]));
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });

  /** Under a name of its own. */
  async function setUp(server: Dovecot): Promise<BehindProxy & { username: string }> {
    const username = `ann${++users}`;
    return { ...(await behindProxy(server, closing, username)), username };
  }

  test("a server that is restarted in the middle of the first sync, through a connection that is slow and in pieces", async () => {
    const own = await startDovecot();
    closing.push(() => own.stop());
    const { proxy, mirror, client, accountId, username } = await setUp(own);
    for (let index = 0; index < 150; index++) await client.append("INBOX", letter(`letter ${index}`, "x".repeat(2000)));
    proxy.splitAt = 1000;
    proxy.delay = 3;
    mirror.start(accountId);
    await eventually(async () => expect((await mirror.status(accountId))?.lettersDone).toBeGreaterThan(0));
    await own.restart();
    await upToDate(mirror, accountId);
    const again = await foreignClient(own.port, username);
    closing.push(() => again.close());
    await sameOnBothSides(mirror, accountId, again);
    expect((await lettersOf(mirror, accountId)).size).toBe(150);
  });

  test("a server that is away: said so, with the time, and gone on with by itself when it is back", async () => {
    const { proxy, mirror, client, accountId } = await setUp(dovecot);
    await client.append("INBOX", letter("one"));
    mirror.start(accountId);
    await upToDate(mirror, accountId);
    proxy.isDown = true;
    proxy.cutAll();
    const { id } = (await lettersOf(mirror, accountId)).get("one")!;
    await mirror.store.write((tx) => updateEmail(tx, accountId, id, { keywords: ["$seen"] }));
    await eventually(async () =>
      expect(await mirror.status(accountId)).toMatchObject({
        state: "offline",
        waiting: 1,
        problem: expect.any(String),
      }),
    );
    proxy.isDown = false;
    await sameOnBothSides(mirror, accountId, client);
    expect(await mirror.status(accountId)).toMatchObject({ problem: null });
  });

  test("a password that was changed: the person has to sign in, and then it goes on", async () => {
    const own = await startDovecot();
    closing.push(() => own.stop());
    const { proxy, mirror, client, accountId, username } = await setUp(own);
    await client.append("INBOX", letter("one"));
    mirror.start(accountId);
    await upToDate(mirror, accountId);
    own.configure({ password: "another" });
    await own.restart();
    await eventually(async () => expect(await mirror.status(accountId)).toMatchObject({ state: "signIn" }));
    await mirror.store.write((tx) =>
      putImapServer(
        tx,
        accountId,
        { host: "127.0.0.1", port: proxy.port, security: "plain", username, password: "another", smtpUrl: null },
        mirror.vault,
      ),
    );
    await upToDate(mirror, accountId);
    expect((await lettersOf(mirror, accountId)).size).toBe(1);
  });
});
