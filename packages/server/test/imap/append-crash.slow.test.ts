/** Killed around the command that puts a message into the server's Sent: it is there once. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ImapFlow } from "imapflow";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { createIngest } from "../../src/ingest/ingest.ts";
import { createLogger } from "../../src/log.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { getMirrorStatus, putImapServer } from "../../src/store/mirror/imap-accounts.ts";
import { findMailboxByRole } from "../../src/store/mail/mailboxes.ts";
import { openStore, type Store } from "../../src/store/db/store.ts";
import { openVault } from "../../src/store/auth/vault.ts";
import { createMimePool, type MimePool } from "../../src/worker/pool.ts";
import { canRunDovecot, type Dovecot, poorCapability, startDovecot } from "../servers/dovecot.ts";
import { type FaultProxy, startFaultProxy } from "../servers/fault-proxy.ts";
import { foreignClient, testMessage } from "./mirrored.ts";

describe.skipIf(!canRunDovecot).each([
  { kind: "that says where it puts letters", capability: undefined },
  { kind: "that does not", capability: poorCapability },
])("a server $kind", ({ capability }) => {
  let dovecot: Dovecot;
  let proxy: FaultProxy;
  let dataDir: string;
  let store: Store;
  let mime: MimePool;
  let client: ImapFlow;
  let child: ChildProcess | undefined;
  let users = 0;

  beforeAll(async () => {
    dovecot = await startDovecot({ ...(capability && { capability }) });
  });
  afterAll(() => dovecot?.stop());
  beforeEach(async () => {
    proxy = await startFaultProxy(dovecot.port);
    dataDir = mkdtempSync(join(tmpdir(), "pismo-append-"));
    store = await openStore({ dataDir }, createLogger("silent"));
    mime = createMimePool(1);
    client = await foreignClient(dovecot.port, `append${++users}`);
  });
  afterEach(async () => {
    if (child?.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    client.close();
    await mime.close();
    await store.close();
    await proxy.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const start = (): ChildProcess => {
    const file = new URL("mirror-child.ts", import.meta.url).pathname;
    child = spawn(process.execPath, [file, dataDir], { stdio: "ignore" });
    return child;
  };

  test.each([
    { at: "the command", from: "client", words: /APPEND /, passes: "cut-before" },
    { at: "the letter's text", from: "client", words: /Subject: sent once/, passes: "pass" },
    { at: "the answer", from: "server", words: /OK (?:\[APPENDUID [^\]]*\] )?Append completed/, passes: "cut-before" },
  ] as const)("killed at $at", async ({ from, words, passes }) => {
    const vault = await openVault(dataDir);
    const accountId = await store.write(async (tx) => {
      const { id } = await createAccount(tx, { name: "Ann", email: "ann@example.org" });
      const at = { host: "127.0.0.1", port: proxy.port, security: "plain", smtpUrl: null } as const;
      await putImapServer(tx, id, { ...at, username: `append${users}`, password: "secret" }, vault);
      return id;
    });
    const sent = await store.read((reader) => findMailboxByRole(reader, accountId, "sent"));
    const bytes = Buffer.from(testMessage("sent once"));
    await createIngest({ store, mime }).deliver({ accountId, bytes, mailboxIds: [sent!.id], keywords: ["$seen"] });

    let isStruck = false;
    proxy.onChunk = (chunk) => {
      if (isStruck || chunk.from !== from || !words.test(chunk.bytes.toString("latin1"))) return "pass";
      isStruck = true;
      child?.kill("SIGKILL");
      return passes;
    };
    await once(start(), "exit");
    expect(isStruck).toBe(true);
    proxy.onChunk = undefined;
    start();
    await eventually(async () => {
      const status = await store.read((reader) => getMirrorStatus(reader, accountId));
      expect(status).toMatchObject({ state: "upToDate", waiting: 0 });
      const { exists } = await client.mailboxOpen("Sent", { readOnly: true });
      expect(exists).toBe(1);
    }, 60_000);
  });
});
