/** The mirrors in a thread of their own, as `pismo serve` runs them: the messages between the threads. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { ImapFlow } from "imapflow";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { createAccessTokens } from "../../src/bridge/oauth/access-tokens.ts";
import { type BridgeThreadOptions, startBridgeThread } from "../../src/bridge-thread/start.ts";
import { createLogger } from "../../src/log.ts";
import { updateEmail } from "../../src/store/mail/emails.ts";
import { openStore } from "../../src/store/db/store.ts";
import { keyFile, openVault } from "../../src/store/auth/vault.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "../servers/dovecot.ts";
import { type FaultProxy, startFaultProxy } from "../servers/fault-proxy.ts";
import { foreignClient, testMessage, emailsOf, MirrorStore, sameOnBothSides } from "./mirrored.ts";

const log = createLogger("silent");

describe.skipIf(!canRunDovecot)("the bridge's thread", () => {
  let dovecot: Dovecot;
  let proxy: FaultProxy;
  let client: ImapFlow;
  let mirror: MirrorStore;
  let dataDir: string;
  let user: string;
  let logged: string;
  let users = 0;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    dovecot = await startDovecot();
  });
  afterAll(() => dovecot.stop());
  beforeEach(async () => {
    logged = "";
    user = `ann${++users}`;
    dataDir = mkdtempSync(join(tmpdir(), "pismo-thread-"));
    proxy = await startFaultProxy(dovecot.port);
    client = await foreignClient(dovecot.port, user);
    mirror = new MirrorStore(await openStore({ dataDir }, log), await openVault(dataDir));
  });
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
    await mirror.close();
    await proxy.close();
    await client.logout();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function start(changes: Partial<BridgeThreadOptions> = {}): Promise<void> {
    const { store, vault } = mirror;
    const membership = await store.join(["bridge"]);
    const tokens = createAccessTokens({ store, vault, log, providers: [] });
    const own = createLogger("error", { write: (line) => (logged += line) });
    const options = {
      store,
      membership,
      tokens,
      log: own,
      place: { dataDir },
      logLevel: "silent",
      logFormat: "text",
      connections: 3,
    } as const;
    const thread = startBridgeThread({ ...options, ...changes });
    closing.push(
      () => tokens.close(),
      () => thread.close(),
    );
  }

  test("an account that is added later is mirrored, and what is done on either side comes to the other", async () => {
    await client.append("INBOX", testMessage("one"));
    await start();
    const accountId = await mirror.addAccount({ port: proxy.port, username: user });
    const told = new Promise<void>((resolve) => mirror.store.onCommit((ids) => ids.has(accountId) && resolve()));
    await sameOnBothSides(mirror, accountId, client);
    await told;
    const { id } = (await emailsOf(mirror, accountId)).get("one")!;
    await mirror.store.write((tx) => updateEmail(tx, accountId, id, { keywords: ["$flagged"] }));
    await sameOnBothSides(mirror, accountId, client);
    await client.append("INBOX", testMessage("two"));
    await eventually(async () => expect((await emailsOf(mirror, accountId)).size).toBe(2));
    await sameOnBothSides(mirror, accountId, client);
  });

  test("opening an Email fetches its message through the thread, or fails with the reason", async () => {
    for (let index = 0; index < 200; index++) await client.append("INBOX", testMessage(`letter ${index}`));
    const accountId = await mirror.addAccount({ port: proxy.port, username: user });
    await start();
    await eventually(async () => expect((await emailsOf(mirror, accountId)).size).toBe(200));
    const messages = await emailsOf(mirror, accountId);
    const oldest = messages.get("letter 0")!;
    expect(Buffer.from((await mirror.store.blobsOf(accountId).get(oldest.blobId))!).toString()).toBe(
      testMessage("letter 0"),
    );
    await expect(mirror.store.hydrateEmail("e1", "a999")).rejects.toMatchObject({
      code: "blobElsewhere",
      message: "The letter is still on its server, and nobody is connected to its server",
    });
  });

  test("without a mirrored account there is no thread; one that cannot run logs it and is restarted", async () => {
    const key = readFileSync(keyFile(dataDir));
    writeFileSync(keyFile(dataDir), "none");
    await start({ restartPauseMs: 20 });
    const accountId = await mirror.addAccount({ port: proxy.port, username: user });
    expect(logged).toBe("");
    await eventually(async () => expect(logged.split("secret.key is not a key of Pismo").length).toBeGreaterThan(2));
    writeFileSync(keyFile(dataDir), key);
    await sameOnBothSides(mirror, accountId, client);
  });
});
