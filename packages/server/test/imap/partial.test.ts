/** Headers first: what is shown before a message is here, and how it is hydrated. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ImapFlow } from "imapflow";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { hydrateOnDemand } from "../../src/bridge/imap/bodies/hydrate-on-demand.ts";
import { importSources } from "../../src/cli/importer.ts";
import { listSources } from "../../src/cli/readers/source.ts";
import { createLogger } from "../../src/log.ts";
import { countPartial } from "../../src/store/mail/partial-emails.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "../servers/dovecot.ts";
import { type FaultProxy, startFaultProxy } from "../servers/fault-proxy.ts";
import { foreignClient, testMessage, emailsOf, localState, MirrorStore, serverState, upToDate } from "./mirrored.ts";

const withFile = (name: string, file: Buffer): string =>
  [
    `Message-ID: <${name}@example.org>`,
    `Subject: ${name}`,
    "MIME-Version: 1.0",
    "Content-Type: multipart/mixed; boundary=b",
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "Here is the file.",
    "--b",
    'Content-Type: application/pdf; name="plan.pdf"',
    "Content-Disposition: attachment; filename=plan.pdf",
    "Content-Transfer-Encoding: base64",
    "",
    file.toString("base64").replaceAll(/.{76}/g, "$&\r\n"),
    "--b--",
    "",
  ].join("\r\n");

describe.skipIf(!canRunDovecot)("headers first", () => {
  let dovecot: Dovecot;
  let proxy: FaultProxy;
  let mirror: MirrorStore;
  let client: ImapFlow;
  let user: string;
  let users = 0;

  beforeAll(async () => {
    dovecot = await startDovecot();
  });
  afterAll(() => dovecot?.stop());
  beforeEach(async () => {
    user = `ann${++users}`;
    proxy = await startFaultProxy(dovecot.port);
    mirror = await MirrorStore.open();
    client = await foreignClient(dovecot.port, user);
  });
  afterEach(async () => {
    await mirror.close();
    await proxy.close();
    await client.logout();
  });
  const add = () => mirror.addAccount({ port: proxy.port, username: user });
  const partialOf = (accountId: string) => mirror.store.read((reader) => countPartial(reader, accountId));
  const whole = (accountId: string) => eventually(async () => expect(await partialOf(accountId)).toBe(0));

  test("preview, files and size show at once; the message comes behind, and everything is as if it had come first", async () => {
    const file = randomBytes(300_000);
    await client.append("INBOX", withFile("plan", file));
    await client.append("INBOX", testMessage("plain", "One, two, three.\r\n"));
    const accountId = await add();
    mirror.start(accountId);
    await eventually(async () => expect((await emailsOf(mirror, accountId)).size).toBe(2));
    const first = (await emailsOf(mirror, accountId)).get("plan")!;
    expect(first).toMatchObject({ preview: "Here is the file.", hasAttachment: true });
    const [, pdf] = first.structure.subParts!;
    expect(pdf).toMatchObject({ partId: "2", type: "application/pdf", name: "plan.pdf" });
    expect(Math.abs(pdf!.size - file.length)).toBeLessThan(100);
    await whole(accountId);
    const then = (await emailsOf(mirror, accountId)).get("plan")!;
    expect(then).toMatchObject({ id: first.id, blobId: first.blobId, preview: first.preview, isPartial: false });
    expect(then.structure.subParts![1]!.size).toBe(file.length);
    expect(await localState(mirror, accountId)).toEqual(await serverState(client));
  });

  test("an import recognizes Emails whose message is on the server, or has come from there", async () => {
    const dir = mkdtempSync(join(tmpdir(), "pismo-import-"));
    const put = (name: string, text: string) => writeFileSync(join(dir, name), text);
    put("one.eml", testMessage("one"));
    // As an mbox has it: with LF.
    put("two.mbox", `From x Thu Sep  5 20:06:20 2002\n${testMessage("two").replaceAll("\r\n", "\n")}\n`);
    put("changed.eml", testMessage("one", "Another text under the same Message-ID\r\n"));
    const { store, ingest } = mirror;
    const run = async () =>
      importSources({
        store,
        ingest,
        accountId,
        sources: await listSources(["one.eml", "two.mbox", "changed.eml"].map((name) => join(dir, name))),
        folder: ["inbox"],
        maxBytes: 1e6,
        onProgress() {},
        onSkipped() {},
      });
    for (const name of ["one", "two"]) await client.append("INBOX", testMessage(name));
    const accountId = await add();
    const sync = mirror.start(accountId);
    await upToDate(mirror, accountId);
    await mirror.stop(sync);
    expect(await run()).toMatchObject({ imported: 1, alreadyThere: 2, skipped: 0 });
    mirror.start(accountId);
    await whole(accountId);
    expect(await run()).toMatchObject({ imported: 0, alreadyThere: 3, skipped: 0 });
    expect((await emailsOf(mirror, accountId)).get("one")).toBeDefined();
    rmSync(dir, { recursive: true, force: true });
  });

  test.each([1, 2, 3])(
    "with %i connections, who opens a message gets it, however many are before it",
    async (connections) => {
      for (let index = 0; index < 150; index++) await client.append("INBOX", testMessage(`letter ${index}`));
      const accountId = await add();
      mirror.start(accountId, { connections });
      await eventually(async () => expect((await emailsOf(mirror, accountId)).size).toBe(150));
      const oldest = (await emailsOf(mirror, accountId)).get("letter 0")!;
      expect(Buffer.from((await mirror.store.blobsOf(accountId).get(oldest.blobId))!).toString()).toBe(
        testMessage("letter 0"),
      );
      await upToDate(mirror, accountId);
      await whole(accountId);
      expect(await localState(mirror, accountId)).toEqual(await serverState(client));
    },
  );

  test("without a connection an Email whose message is not here says so and loses nothing; it opens when there is one again", async () => {
    const file = randomBytes(6_000_000);
    await client.append("INBOX", withFile("large", file));
    const accountId = await add();
    const sync = mirror.start(accountId);
    await eventually(async () => expect((await emailsOf(mirror, accountId)).size).toBe(1));
    await mirror.stop(sync);
    const { blobId, isPartial } = (await emailsOf(mirror, accountId)).get("large")!;
    // It may have come before we stopped.
    const opened = await mirror.store
      .blobsOf(accountId)
      .get(blobId)
      .catch((error: unknown) => error);
    expect((opened as { code?: string }).code).toBe(isPartial ? "blobElsewhere" : undefined);
    expect((await emailsOf(mirror, accountId)).get("large")).toMatchObject({ preview: "Here is the file." });
    mirror.start(accountId);
    // Larger than a batch: it comes in pieces.
    const bytes = await eventually(async () => (await mirror.store.blobsOf(accountId).get(blobId))!);
    expect(bytes.length).toBe(withFile("large", file).length);
    await whole(accountId);
  });

  test("a command that reads whole messages brings those that are not here, beside a server or without one", async () => {
    for (let index = 0; index < 60; index++) await client.append("INBOX", testMessage(`letter ${index}`));
    const accountId = await add();
    const sync = mirror.start(accountId);
    await eventually(async () => expect((await emailsOf(mirror, accountId)).size).toBeGreaterThan(0));
    await mirror.stop(sync);
    const { store, ingest, vault } = mirror;
    const stop = await hydrateOnDemand(accountId, { store, ingest, vault, log: createLogger("silent") });
    for (const [subject, { blobId }] of await emailsOf(mirror, accountId)) {
      expect(Buffer.from((await store.blobsOf(accountId).get(blobId))!).toString()).toBe(testMessage(subject));
    }
    await stop();
  });

  test("an Email that was destroyed elsewhere before its message came is gone here, and who waits for it is told", async () => {
    for (let index = 0; index < 3; index++)
      await client.append("INBOX", withFile(`file ${index}`, randomBytes(200_000)));
    const accountId = await add();
    const first = mirror.start(accountId);
    await eventually(async () => expect((await emailsOf(mirror, accountId)).size).toBe(3));
    await mirror.stop(first);
    const partial = [...(await emailsOf(mirror, accountId)).values()].filter((record) => record.isPartial);
    await client.mailboxOpen("INBOX");
    await client.messageDelete("1:*");
    const sync = mirror.start(accountId);
    for (const { blobId } of partial) {
      const opened = await mirror.store
        .blobsOf(accountId)
        .get(blobId)
        .catch((error: unknown) => error);
      expect(opened === undefined || opened instanceof Error).toBe(true);
    }
    sync.requestPass();
    await eventually(async () => expect((await emailsOf(mirror, accountId)).size).toBe(0));
    await upToDate(mirror, accountId);
  });

  test("stopped and started again at any moment, every message comes once and whole", async () => {
    for (let index = 0; index < 400; index++) await client.append("INBOX", testMessage(`letter ${index}`));
    const accountId = await add();
    for (const wanted of [1, 60, 250]) {
      const sync = mirror.start(accountId);
      await eventually(async () => expect((await emailsOf(mirror, accountId)).size).toBeGreaterThanOrEqual(wanted));
      await mirror.stop(sync);
    }
    mirror.start(accountId);
    await upToDate(mirror, accountId);
    await whole(accountId);
    expect(await localState(mirror, accountId)).toEqual(await serverState(client));
    expect((await emailsOf(mirror, accountId)).size).toBe(400);
  });

  test("the header of an enormous message costs no more memory than another's", async () => {
    await client.append("INBOX", withFile("enormous", Buffer.alloc(50_000_000, "enormous")));
    const accountId = await add();
    const before = process.memoryUsage().arrayBuffers;
    let highest = 0;
    const watching = setInterval(() => (highest = Math.max(highest, process.memoryUsage().arrayBuffers - before)), 2);
    const sync = mirror.start(accountId);
    await eventually(async () => expect((await emailsOf(mirror, accountId)).size).toBe(1));
    clearInterval(watching);
    await mirror.stop(sync);
    expect(highest).toBeLessThan(30_000_000);
    expect((await emailsOf(mirror, accountId)).get("enormous")).toMatchObject({
      preview: "Here is the file.",
      hasAttachment: true,
    });
  });
});
