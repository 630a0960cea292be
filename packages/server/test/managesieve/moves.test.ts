/** Rules that ran here go to the mail server, and are not lost where that fails. */
import type { Id, SieveScript } from "@pismo/jmap";
import { describe, expect, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { accountKey } from "../../src/store/db/ids.ts";
import { canDovecotManageSieve, startDovecot } from "../servers/dovecot.ts";
import { testServer } from "../support/server.ts";
import { addAccount, atDovecot, isFound, otherProgram } from "./at-dovecot.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const onlyHere = 'require ["vnd.pismo.attachment", "imap4flags"];\nif hasattachment { addflag "\\\\Flagged"; }\n';
const portable = 'require ["imap4flags"];\nif header :contains "subject" "urgent" { addflag "\\\\Flagged"; }\n';
const onlyThere = 'require ["duplicate"];\nif duplicate { discard; }\n';

test.skipIf(!canDovecotManageSieve)(
  "beside another script, where the server cannot run both, they go on here (dovecot-managesieved)",
  async () => {
    const lone = await startDovecot({ lmtp: true, sieve: "sieve_extensions = -include" });
    const server = await testServer({ accountSetup: { ca: lone.certificate }, sievePort: lone.sievePort });
    try {
      const other = await otherProgram(lone, "ann");
      expect(other.capabilities.extensions).not.toContain("include");
      await other.put("theirs", "keep;");
      await other.activate("theirs");
      const accountId = await addAccount(server, lone, "ann");
      await isFound(server, accountId);
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
  const at = atDovecot("sieve_quota_max_scripts = 3");
  let accountId: Id;
  let username: string;
  let number = 0;

  const upload = (text: string) => at.upload(accountId, text);
  const scripts = async () => {
    const properties = ["name", "blobId", "isActive", "isAtServer"];
    return (await at.server.client.call("SieveScript/get", { accountId, ids: null, properties })).list as SieveScript[];
  };
  /** Of each script its name, where it lies, whether it is active, and what it says. */
  const told = async () => {
    const all = await scripts();
    return Promise.all(
      all.map(async ({ name, blobId, isActive, isAtServer }) => {
        const text = await (await at.server.client.download(accountId, blobId, "a.sieve")).text();
        return [name, isAtServer ? "there" : "here", isActive ? "active" : "", text];
      }),
    );
  };
  const update = async (text: string) => {
    const [{ id } = { id: "" }] = await scripts();
    return at.server.client.call("SieveScript/set", { accountId, update: { [id]: { blobId: await upload(text) } } });
  };

  /** An account whose rules run here, as those from before the server could. */
  async function rulesHere(): Promise<void> {
    username = `mover${++number}`;
    accountId = await at.addAccount(username, "plain");
    await at.isFound(accountId);
    const rules = { s: { name: "Pismo", blobId: await upload(onlyHere) } };
    await at.server.client.call("SieveScript/set", { accountId, create: rules, onSuccessActivateScript: "#s" });
    expect(await told()).toEqual([["Pismo", "here", "active", onlyHere]]);
  }

  test("where the server has no room, they run here, or stay as they were", async () => {
    await rulesHere();
    const other = await at.otherProgram(username);
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
    at.proxy.answer = (command) => (command.startsWith("PUTSCRIPT") ? "drop" : undefined);
    await expect(update(portable)).rejects.toMatchObject({ type: "serverUnavailable" });
    expect(await told()).toEqual([["Pismo", "here", "active", onlyHere]]);
    at.proxy.answer = () => undefined;
    expect((await update(portable)).notUpdated).toBeNull();
    expect(await told()).toEqual([["Pismo", "there", "active", portable]]);
  });

  test("where the server does not make them active, they are as they were", async () => {
    await rulesHere();
    at.proxy.answer = (command) => (command.startsWith("SETACTIVE") ? 'NO "not now"\r\n' : undefined);
    expect((await update(portable)).updated).toBeNull();
    expect(await told()).toEqual([["Pismo", "here", "active", onlyHere]]);
    const other = await at.otherProgram(username);
    expect(await other.list()).toEqual([]);
    const create = { s: { name: "new", blobId: await upload(portable) } };
    const args = { accountId, create, onSuccessActivateScript: "#s" };
    expect((await at.server.client.call("SieveScript/set", args)).created).toBeNull();
    expect(await told()).toEqual([["Pismo", "here", "active", onlyHere]]);
    expect(await other.list()).toEqual([]);
    other.close();
  });

  test("where the connection ends before they are active, they go on here, and are the server's with the next change", async () => {
    await rulesHere();
    at.proxy.answer = (command) => (command.startsWith("SETACTIVE") ? "drop" : undefined);
    await expect(update(portable)).rejects.toMatchObject({ type: "serverUnavailable" });
    at.proxy.answer = () => undefined;
    const until = () =>
      at.server.store.read((reader) =>
        reader.get("select is_active, handed_at from sieve_script where account_id = ?", accountKey(accountId)),
      );
    // A change of another script reads what the server has.
    const blobId = await upload("keep;");
    await at.server.client.call("SieveScript/validate", { accountId, blobId });
    expect(await told()).toEqual([["Pismo", "there", "active", portable]]);
    expect(await until()).toEqual({ is_active: 1, handed_at: null });
    await at.deliver(username, "urgent one");
    await eventually(async () => {
      const { ids } = await at.server.client.call("Email/query", { accountId, filter: { subject: "urgent one" } });
      const { list } = await at.server.client.call("Email/get", { accountId, ids, properties: ["keywords"] });
      expect(list).toMatchObject([{ keywords: { $flagged: true } }]);
    }, 30_000);
    const create = { s: { name: "spare", blobId } };
    expect((await at.server.client.call("SieveScript/set", { accountId, create })).notCreated).toBeNull();
    const other = await at.otherProgram(username);
    expect((await other.list()).find(({ isActive }) => isActive)).toEqual({ name: "Pismo", isActive: true });
    expect(await until()).toEqual({ is_active: 1, handed_at: expect.any(Number) });
    other.close();
  });

  test("what never came to the server is not destroyed because it is not there", async () => {
    await rulesHere();
    await at.server.store.write(
      (tx) => tx.run("update sieve_script set is_at_server = 1 where account_id = ?", accountKey(accountId)),
      { accountId },
    );
    await at.server.client.call("SieveScript/validate", { accountId, blobId: await upload("keep;") });
    expect(await told()).toEqual([["Pismo", "here", "active", onlyHere]]);
  });
});
