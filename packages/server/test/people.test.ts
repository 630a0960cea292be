/** The administrator's commands for the people of a server, while it runs in another process. */
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLogger } from "../src/log.ts";
import { beginRemoval } from "../src/store/auth/remove-account.ts";
import { openStore } from "../src/store/db/store.ts";
import type { Person } from "../src/store/people/people.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "./servers/dovecot.ts";
import { foreignClient } from "./servers/foreign-client.ts";
import { type Hosted, hosted, send, signIn, trySignIn } from "./support/hosted.ts";
import { startPeer } from "./support/smtp-peer.ts";

const password = "pässword-17";
const log = createLogger("silent");

const statusOf = async (url: string, headers: Record<string, string>): Promise<number> =>
  (await fetch(`${url}/jmap/session`, { headers })).status;

describe.skipIf(!canRunDovecot)("pismo person", () => {
  let dovecot: Dovecot;
  let server: Hosted;

  beforeEach(async () => {
    dovecot = await startDovecot({ password });
    server = await hosted(dovecot.port);
  });
  afterEach(async () => {
    await server.close();
    await dovecot.stop();
  });

  const people = async (): Promise<Person[]> => {
    const { stdout } = await server.pismo("person", "list", "--json");
    return JSON.parse(stdout) as Person[];
  };
  const tokenFor = async (name: string): Promise<string> =>
    (await server.pismo("token", "create", "phone", "--mailbox", name)).stdout.trim();
  const openDatabase = () =>
    openStore(
      {
        dataDir: server.command.dataDir,
        ...(server.env["PISMO_DATABASE_URL"] && { databaseUrl: server.env["PISMO_DATABASE_URL"] }),
      },
      log,
    );
  /** Ids of all blobs, also in packs. */
  async function blobIds(): Promise<string[]> {
    const store = await openDatabase();
    try {
      const ids: string[] = [];
      for await (const { blobId } of store.blobs.list()) ids.push(blobId);
      const packed = await store.read((reader) => reader.all<{ blob_id: string }>("select blob_id from packed_blob"));
      return ids.concat(packed.map(({ blob_id }) => blob_id)).toSorted();
    } finally {
      await store.close();
    }
  }
  async function append(user: string, subject: string): Promise<void> {
    const client = await foreignClient(dovecot.port, user, password);
    await client.append("INBOX", Buffer.from(`From: friend@c.example\r\nSubject: ${subject}\r\n\r\n${subject}\r\n`));
    await client.logout();
  }

  test("lists who has signed in, with what lies here", async () => {
    const { url } = await server.serve();
    expect((await server.pismo("person", "list")).stdout).toBe("Nobody has signed in here yet.\n");
    expect(await people()).toEqual([]);
    const carol = await signIn(url, "carol", password);
    await append("carol", "One");
    await expect.poll(async () => (await people())[0]?.octets).toBeGreaterThan(0);
    const before = (await people())[0]!.octets;
    const session = await carol.client.session();
    const upload = session.uploadUrl.replace("{accountId}", carol.accountId);
    const answer = await fetch(upload, { method: "POST", headers: { cookie: carol.cookie }, body: "x".repeat(1000) });
    expect(answer.status).toBe(200);
    expect(await people()).toEqual([
      {
        id: carol.accountId,
        address: "carol@b.example",
        name: "",
        login: { username: "carol", host: "127.0.0.1" },
        lastSeenAt: expect.stringMatching(/^20/),
        isDisabled: false,
        emails: 1,
        octets: before + 1000,
        limits: { maxOctets: null, maxRecipients: null },
      },
    ]);
    const { stdout } = await server.pismo("person", "list");
    expect(stdout).toMatch(
      /^a\d+\tcarol@b\.example\t\tcarol at 127\.0\.0\.1\tseen 20\d\d-\d\d-\d\d\t1 letter\t[\d,]+ octets\n$/,
    );
  });

  test("who is disabled is out at once, and gets in again when enabled", async () => {
    const { url } = await server.serve();
    const carol = await signIn(url, "carol", password);
    const dave = await signIn(url, "dave", password);
    const token = await tokenFor("carol");
    const events = await fetch(`${url}/jmap/eventsource?types=*&closeafter=no&ping=0`, {
      headers: { cookie: carol.cookie },
    });
    const asCarol = { cookie: carol.cookie };
    const asPhone = { authorization: `Bearer ${token}` };
    expect([await statusOf(url, asCarol), await statusOf(url, asPhone)]).toEqual([200, 200]);

    const { code, stdout } = await server.pismo("person", "disable", "CAROL@b.example");
    expect([code, stdout]).toEqual([0, expect.stringContaining("carol@b.example is disabled")]);
    expect([await statusOf(url, asCarol), await statusOf(url, asPhone)]).toEqual([401, 401]);
    expect(await statusOf(url, { cookie: dave.cookie })).toBe(200);
    // An open page is cut off from push, and learns why when it asks.
    await expect(events.text()).resolves.toBeDefined();
    const refused = await trySignIn(url, "carol", password);
    expect([refused.status, await refused.json()]).toEqual([403, expect.objectContaining({ isDisabled: true })]);
    expect(refused.headers.getSetCookie()).toEqual([]);
    // A wrong password does not tell that the person is disabled.
    expect((await trySignIn(url, "carol", "wrong")).status).toBe(401);
    expect((await server.pismo("token", "create", "x", "--mailbox", "carol")).stderr).toContain("is disabled");
    // Its mirror rests.
    await append("carol", "While disabled");
    await append("dave", "To dave");
    await expect.poll(async () => (await people()).map(({ emails }) => emails)).toEqual([0, 1]);
    expect((await people()).map(({ isDisabled }) => isDisabled)).toEqual([true, false]);

    expect((await server.pismo("person", "enable", "carol")).code).toBe(0);
    await signIn(url, "carol", password);
    expect([await statusOf(url, asCarol), await statusOf(url, asPhone)]).toEqual([401, 401]);
    await expect.poll(async () => (await people()).map(({ emails }) => emails)).toEqual([1, 1]);
  });

  test("what a disabled person has sent waits until they are enabled", async () => {
    let isBusy = true;
    const peer = await startPeer({
      authMethods: ["PLAIN"],
      onAuth: ({ username }, _session, callback) => callback(null, { user: username }),
      onRecipient: () => (isBusy ? "451 4.3.0 Later" : undefined),
    });
    const smtpUrl = `smtp://relay:relay@127.0.0.1:${peer.port}`;
    const { url } = await server.serve({ PISMO_SMTP_URL: smtpUrl });
    const carol = await signIn(url, "carol", password);
    const dave = await signIn(url, "dave", password);
    expect((await send(carol, ["friend@c.example"], "From carol")).notCreated ?? null).toBeNull();
    const store = await openDatabase();
    const attempts = () => store.read((reader) => reader.all("select state, attempts from submission_recipient"));
    await expect.poll(attempts).toEqual([{ state: "queued", attempts: 1 }]);
    await server.pismo("person", "disable", "carol");
    await store.write((tx) => tx.run("update submission_recipient set next_attempt_at = 0"));
    isBusy = false;
    await send(dave, ["friend@c.example"], "From dave");
    await expect.poll(() => peer.messages.length).toBe(1);
    expect(peer.messages[0]?.text).toContain("Subject: From dave");
    await server.pismo("person", "enable", "carol");
    await expect.poll(() => peer.messages.length).toBe(2);
    expect(peer.messages[1]?.text).toContain("Subject: From carol");
    await store.close();
    await peer.close();
  });

  test("limits of one person, beside those of the settings", async () => {
    const env = { PISMO_QUOTA: "1M", PISMO_SEND_LIMIT: "2", PISMO_SMTP_URL: "smtp://relay:relay@127.0.0.1:1" };
    const { url } = await server.serve(env);
    const carol = await signIn(url, "carol", password);
    expect((await people())[0]?.limits).toEqual({ maxOctets: 1_048_576, maxRecipients: 2 });
    expect((await send(carol, ["one@c.example", "two@c.example"])).notCreated ?? null).toBeNull();
    expect((await send(carol, ["three@c.example"])).notCreated?.["submission"]).toMatchObject({
      type: "rateLimit",
      maxRecipients: 2,
    });
    const { code, stdout } = await server.pismo("person", "limit", "carol", "--quota", "2G", "--send", "none");
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^carol@b\.example has [\d,]+ of at most 2,147,483,648 octets, and sends to as many recipients within a day as they like\n$/,
      ),
    ]);
    expect((await send(carol, ["three@c.example"])).notCreated ?? null).toBeNull();
    expect((await server.pismo("person", "limit", "carol", "--send", "default")).stdout).toContain(
      "at most 2 recipients",
    );
    for (const args of [["--quota", "much"], ["--send=-1"], ["--send", "0"]]) {
      const wrong = await server.pismo("person", "limit", "carol", ...args);
      expect([wrong.code, wrong.stderr]).toEqual([
        2,
        expect.stringMatching(/^--(quota|send) must be .*none or default.*\n$/),
      ]);
    }
    expect((await people())[0]?.limits).toEqual({ maxOctets: 2_147_483_648, maxRecipients: 2 });
  });

  test("who is removed leaves nothing, and the others keep what they share", async () => {
    const { url } = await server.serve();
    const carol = await signIn(url, "carol", password);
    const dave = await signIn(url, "dave", password);
    const uploadTo = async ({ client, accountId, cookie }: typeof carol, body: Buffer): Promise<string> => {
      const upload = (await client.session()).uploadUrl.replace("{accountId}", accountId);
      const answer = await fetch(upload, { method: "POST", headers: { cookie }, body: new Uint8Array(body) });
      return ((await answer.json()) as { blobId: string }).blobId;
    };
    const [shared, own] = [randomBytes(5000), randomBytes(5000)];
    const sharedId = await uploadTo(carol, shared);
    expect(await uploadTo(dave, shared)).toBe(sharedId);
    const ownId = await uploadTo(carol, own);
    await append("carol", "Of carol");
    await append("dave", "Of dave");
    await expect.poll(async () => (await people()).map(({ emails }) => emails)).toEqual([1, 1]);
    const token = await tokenFor("carol");

    const unsure = await server.pismo("person", "remove", "carol");
    expect([unsure.code, unsure.stderr]).toEqual([2, expect.stringContaining("--yes removes without asking")]);
    const { code, stdout } = await server.pismo("person", "remove", "carol", "--yes");
    expect([code, stdout]).toEqual([0, "carol@b.example is removed here. On the mail server nothing has changed\n"]);

    expect(await statusOf(url, { cookie: carol.cookie })).toBe(401);
    expect(await statusOf(url, { authorization: `Bearer ${token}` })).toBe(401);
    expect((await people()).map(({ address }) => address)).toEqual(["dave@b.example"]);
    const left = await blobIds();
    expect(left).toContain(sharedId);
    expect(left).not.toContain(ownId);
    const store = await openDatabase();
    const named = await store.read(async (reader) => ({
      accounts: await reader.all("select id from account where email like '%carol%'"),
      mirrors: await reader.all("select 1 from imap_account where username like '%carol%'"),
      sessions: await reader.all("select 1 from known_browser where name = 'carol'"),
      blobs: await reader.all("select blob_id from email union select blob_id from upload"),
      erased: await reader.all("select 1 from erased_blob"),
    }));
    await store.close();
    expect(named).toMatchObject({ accounts: [], mirrors: [], sessions: [], erased: [] });
    expect(named.blobs).toHaveLength(2);
    const again = await server.pismo("person", "remove", "carol", "--yes");
    expect([again.code, again.stderr]).toEqual([1, "There is no person carol: `pismo person list` names them\n"]);
    // The mail server still lets them in: they start with an empty account.
    const newcomer = await signIn(url, "carol", password);
    expect(newcomer.accountId).not.toBe(carol.accountId);
  });

  test("a removal that was killed is finished by the next start", async () => {
    const first = await server.serve();
    const carol = await signIn(first.url, "carol", password);
    await append("carol", "Of carol");
    await expect.poll(async () => (await people())[0]?.octets).toBeGreaterThan(0);
    first.child.kill("SIGKILL");
    await first.ended;
    const store = await openDatabase();
    await beginRemoval(store, carol.accountId);
    expect(await people()).toEqual([]);
    expect(await blobIds()).not.toEqual([]);
    const second = await server.serve();
    await expect.poll(() => store.read((reader) => reader.all("select id from account"))).toEqual([]);
    await expect.poll(blobIds).toEqual([]);
    await store.close();
    second.child.kill("SIGTERM");
    expect(await second.ended).toBe(0);
  });

  test("what is no person, no command and no server for several gets one clear line", async () => {
    const usage = "pismo person list [--json] | disable ADDRESS | enable ADDRESS";
    for (const args of [[], ["disable"], ["list", "carol"], ["disable", "carol", "--yes"], ["toString", "x"]]) {
      const { code, stderr } = await server.pismo("person", ...args);
      expect([code, stderr]).toEqual([2, expect.stringContaining(usage)]);
    }
    await server.serve();
    for (const verb of ["disable", "enable", "remove"]) {
      const { code, stderr } = await server.pismo("person", verb, "nobody");
      expect([code, stderr]).toEqual([1, "There is no person nobody: `pismo person list` names them\n"]);
    }
    const personal = await server.command.run(["person", "list"]);
    expect([personal.code, personal.stderr]).toEqual([2, expect.stringContaining("PISMO_MODE=hosted")]);
  });

  test("where several people are served, no command takes or makes a first mailbox", async () => {
    const letter = `${server.command.dataDir}.eml`;
    writeFileSync(letter, "Subject: Hello\r\n\r\nbody\r\n");
    for (const args of [
      ["import", letter],
      ["export", "x.mbox"],
      ["token", "create"],
    ]) {
      const { code, stderr } = await server.pismo(...args);
      expect([code, stderr]).toEqual([
        1,
        "Several people have a mailbox here: --mailbox ADDRESS says whose is meant\n",
      ]);
    }
    expect((await server.pismo("mailbox", "list")).stdout).toBe("");
    expect((await server.pismo("mailbox", "add", "carol")).code).toBe(2);
    expect(await people()).toEqual([]);
  });
});
