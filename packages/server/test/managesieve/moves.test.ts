/** Rules that ran here go to the mail server, and are not lost where that fails. */
import { type Id, RULES, type SieveScript } from "@pismo/jmap";
import { createTransport } from "nodemailer";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { openSieveSession } from "../../src/bridge/managesieve/open-session.ts";
import { accountKey } from "../../src/store/db/ids.ts";
import { canDovecotManageSieve, type Dovecot, startDovecot } from "../servers/dovecot.ts";
import { type TestServer, testServer } from "../support/server.ts";
import { type SieveProxy, startSieveProxy } from "./sieve-proxy.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const onlyHere = 'require ["vnd.pismo.attachment", "imap4flags"];\nif hasattachment { addflag "\\\\Flagged"; }\n';
const portable = 'require ["imap4flags"];\nif header :contains "subject" "urgent" { addflag "\\\\Flagged"; }\n';
const onlyThere = 'require ["duplicate"];\nif duplicate { discard; }\n';

test.skipIf(!canDovecotManageSieve)(
  "beside another script, where the server cannot run both, they go on here (dovecot-managesieved)",
  async () => {
    const lone = await startDovecot({ lmtp: true, sieve: "sieve_extensions = -include" });
    const server = await testServer({ accountSetup: { ca: lone.certificate }, sievePort: lone.sievePort });
    try {
      const other = await openSieveSession(
        { host: "localhost", port: lone.sievePort, security: "starttls" },
        { username: "ann", password: lone.password },
        { tls: { ca: lone.certificate } },
      );
      expect(other.capabilities.extensions).not.toContain("include");
      await other.put("theirs", "keep;");
      await other.activate("theirs");
      const imap = { host: "localhost", port: lone.tlsPort, security: "tls" as const };
      const account = { name: "A", email: "a@b.example", username: "ann", password: lone.password, imap, smtp: null };
      const { created } = await server.client.call("MailServer/set", { create: { m: { ...account, jmapUrl: null } } });
      const accountId = created!["m"]!.id!;
      await eventually(async () => {
        const { accounts } = await server.client.session(true);
        expect(accounts[accountId]!.accountCapabilities[RULES]).toHaveProperty("serverExtensions");
      }, 20_000);
      const upload = async (text: string) =>
        (await server.client.upload(accountId, new TextEncoder().encode(text), "application/sieve")).blobId;
      const told = async () => {
        const properties = ["name", "isActive", "isAtServer", "runsBeside"];
        return (await server.client.call("SieveScript/get", { accountId, ids: null, properties })).list;
      };
      const create = { s: { name: "Pismo", blobId: await upload(onlyHere) } };
      const made = { accountId, create, onSuccessActivateScript: "#s", onSuccessKeepActive: true };
      const id = (await server.client.call("SieveScript/set", made)).created!["s"]!.id!;
      const both = expect.arrayContaining([
        expect.objectContaining({ name: "theirs", isAtServer: true, runsBeside: true }),
        expect.objectContaining({ name: "Pismo", isAtServer: false, isActive: true }),
      ]);
      expect(await told()).toEqual(both);
      const update = { [id]: { blobId: await upload(portable) } };
      expect((await server.client.call("SieveScript/set", { accountId, update })).notUpdated).toBeNull();
      expect(await told()).toEqual(both);
      expect(await other.list()).toEqual([{ name: "theirs", isActive: true }]);
      other.close();
    } finally {
      await server.close();
      await lone.stop();
    }
  },
);

describe.skipIf(!canDovecotManageSieve)("with Dovecot's ManageSieve (Debian: dovecot-managesieved)", () => {
  let dovecot: Dovecot;
  let proxy: SieveProxy;
  let t: TestServer;
  let accountId: Id;
  let username: string;
  let number = 0;
  beforeAll(async () => {
    dovecot = await startDovecot({ lmtp: true, sieve: "sieve_quota_max_scripts = 3" });
    proxy = await startSieveProxy(dovecot.sievePort);
    t = await testServer({ accountSetup: { ca: dovecot.certificate }, sievePort: proxy.port });
  });
  afterEach(() => {
    proxy.answer = () => undefined;
  });
  afterAll(async () => {
    await t?.close();
    proxy?.stop();
    await dovecot?.stop();
  });

  const upload = async (text: string): Promise<Id> =>
    (await t.client.upload(accountId, new TextEncoder().encode(text), "application/sieve")).blobId;
  const scripts = async () => {
    const properties = ["name", "blobId", "isActive", "isAtServer"];
    return (await t.client.call("SieveScript/get", { accountId, ids: null, properties })).list as SieveScript[];
  };
  /** Of each script its name, where it lies, whether it is active, and what it says. */
  const told = async () => {
    const all = await scripts();
    return Promise.all(
      all.map(async ({ name, blobId, isActive, isAtServer }) => {
        const text = await (await t.client.download(accountId, blobId, "a.sieve")).text();
        return [name, isAtServer ? "there" : "here", isActive ? "active" : "", text];
      }),
    );
  };
  const update = async (text: string) => {
    const [{ id } = { id: "" }] = await scripts();
    return t.client.call("SieveScript/set", { accountId, update: { [id]: { blobId: await upload(text) } } });
  };
  async function deliver(subject: string): Promise<void> {
    const transport = createTransport({ host: "127.0.0.1", port: dovecot.lmtpPort, lmtp: true, ignoreTLS: true });
    const envelope = { from: "ann@example.org", to: username };
    await transport.sendMail({ from: envelope.from, to: `${username}@b.example`, subject, text: "Hello", envelope });
    transport.close();
  }
  const otherProgram = () =>
    openSieveSession(
      { host: "localhost", port: dovecot.sievePort, security: "starttls" },
      { username, password: dovecot.password },
      { tls: { ca: dovecot.certificate } },
    );

  /** An account whose rules run here, as those from before the server could. */
  async function rulesHere(): Promise<void> {
    username = `mover${++number}`;
    const imap = { host: "127.0.0.1", port: dovecot.port, security: "plain" as const };
    const account = { name: "A", email: `${username}@b.example`, username, password: dovecot.password, imap };
    const create = { m: { ...account, smtp: null, jmapUrl: null } };
    const { created } = await t.client.call("MailServer/set", { create });
    accountId = created!["m"]!.id!;
    await eventually(async () => {
      const { accounts } = await t.client.session(true);
      expect(accounts[accountId]!.accountCapabilities[RULES]).toHaveProperty("serverExtensions");
    }, 20_000);
    const rules = { s: { name: "Pismo", blobId: await upload(onlyHere) } };
    await t.client.call("SieveScript/set", { accountId, create: rules, onSuccessActivateScript: "#s" });
    expect(await told()).toEqual([["Pismo", "here", "active", onlyHere]]);
  }

  test("where the server has no room, they run here, or stay as they were", async () => {
    await rulesHere();
    const other = await otherProgram();
    for (const name of ["1", "2", "3"]) await other.put(name, "keep;");
    expect((await update(onlyThere)).notUpdated).toMatchObject({ [(await scripts())[0]!.id]: { type: "overQuota" } });
    expect((await told())[0]).toEqual(["Pismo", "here", "active", onlyHere]);
    expect((await update(portable)).notUpdated).toBeNull();
    expect((await told())[0]).toEqual(["Pismo", "here", "active", portable]);
    expect((await other.list()).map(({ name }) => name).toSorted()).toEqual(["1", "2", "3"]);
    other.close();
  });

  test("where the connection ends before they are there, they are as they were", async () => {
    await rulesHere();
    proxy.answer = (command) => (command.startsWith("PUTSCRIPT") ? "drop" : undefined);
    await expect(update(portable)).rejects.toMatchObject({ type: "serverUnavailable" });
    expect(await told()).toEqual([["Pismo", "here", "active", onlyHere]]);
    proxy.answer = () => undefined;
    expect((await update(portable)).notUpdated).toBeNull();
    expect(await told()).toEqual([["Pismo", "there", "active", portable]]);
  });

  test("where the server does not make them active, they are as they were", async () => {
    await rulesHere();
    proxy.answer = (command) => (command.startsWith("SETACTIVE") ? 'NO "not now"\r\n' : undefined);
    expect((await update(portable)).updated).toBeNull();
    expect(await told()).toEqual([["Pismo", "here", "active", onlyHere]]);
    const other = await otherProgram();
    expect(await other.list()).toEqual([]);
    const create = { s: { name: "new", blobId: await upload(portable) } };
    const args = { accountId, create, onSuccessActivateScript: "#s" };
    expect((await t.client.call("SieveScript/set", args)).created).toBeNull();
    expect(await told()).toEqual([["Pismo", "here", "active", onlyHere]]);
    expect(await other.list()).toEqual([]);
    other.close();
  });

  test("where the connection ends before they are active, they go on here, and are the server's with the next change", async () => {
    await rulesHere();
    proxy.answer = (command) => (command.startsWith("SETACTIVE") ? "drop" : undefined);
    await expect(update(portable)).rejects.toMatchObject({ type: "serverUnavailable" });
    proxy.answer = () => undefined;
    const until = () =>
      t.store.read((reader) =>
        reader.get("select is_active, handed_at from sieve_script where account_id = ?", accountKey(accountId)),
      );
    // A change of another script reads what the server has.
    const blobId = await upload("keep;");
    await t.client.call("SieveScript/validate", { accountId, blobId });
    expect(await told()).toEqual([["Pismo", "there", "active", portable]]);
    expect(await until()).toEqual({ is_active: 1, handed_at: null });
    await deliver("urgent one");
    await eventually(async () => {
      const { ids } = await t.client.call("Email/query", { accountId, filter: { subject: "urgent one" } });
      const { list } = await t.client.call("Email/get", { accountId, ids, properties: ["keywords"] });
      expect(list).toMatchObject([{ keywords: { $flagged: true } }]);
    }, 30_000);
    const create = { s: { name: "spare", blobId } };
    expect((await t.client.call("SieveScript/set", { accountId, create })).notCreated).toBeNull();
    const other = await otherProgram();
    expect((await other.list()).find(({ isActive }) => isActive)).toEqual({ name: "Pismo", isActive: true });
    expect(await until()).toEqual({ is_active: 1, handed_at: expect.any(Number) });
    other.close();
  });

  test("what never came to the server is not destroyed because it is not there", async () => {
    await rulesHere();
    await t.store.write(
      (tx) => tx.run("update sieve_script set is_at_server = 1 where account_id = ?", accountKey(accountId)),
      { accountId },
    );
    await t.client.call("SieveScript/validate", { accountId, blobId: await upload("keep;") });
    expect(await told()).toEqual([["Pismo", "here", "active", onlyHere]]);
  });
});
