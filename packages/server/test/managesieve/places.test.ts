/** Where rules lie when the mail server is another one, has more than can be shown, or manages no scripts any more. */
import type { Id, SieveScript } from "@pismo/jmap";
import { describe, expect, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { accountKey } from "../../src/store/db/ids.ts";
import { setMirrorState } from "../../src/store/mirror/imap-accounts.ts";
import { accountsWithScripts } from "../../src/store/rules/manage-sieve.ts";
import { canDovecotManageSieve } from "../servers/dovecot.ts";
import { atDovecot } from "./at-dovecot.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const HOUR_MS = 60 * 60 * 1000;
const rules = "# rules\nkeep;\n";

describe.skipIf(!canDovecotManageSieve)("with Dovecot's ManageSieve (Debian: dovecot-managesieved)", () => {
  const at = atDovecot("");
  let accountId: Id;
  let number = 0;

  const upload = (text: string) => at.upload(accountId, text);
  const scripts = async () => {
    const properties = ["name", "isActive", "isAtServer"];
    return (await at.server.client.call("SieveScript/get", { accountId, ids: null, properties })).list as SieveScript[];
  };
  const told = async () =>
    (await scripts()).map(({ name, isActive, isAtServer }) =>
      [name, isAtServer ? "there" : "here", ...(isActive ? ["active"] : [])].join(" "),
    );
  const update = async (text: string) => {
    const { id } = (await scripts()).find(({ name }) => name === "Pismo")!;
    return at.server.client.call("SieveScript/set", { accountId, update: { [id]: { blobId: await upload(text) } } });
  };
  const place = () =>
    at.server.store.read((reader) =>
      reader.get<{ host: string | null; failing_since: number | null }>(
        "select host, failing_since from manage_sieve where account_id = ?",
        accountKey(accountId),
      ),
    );
  const change = (sql: string, ...values: (string | number)[]) =>
    at.server.store.write((tx) => tx.run(`${sql} where account_id = ?`, ...values, accountKey(accountId)), {
      accountId,
    });

  /** Whether its scripts are read by themselves. */
  const isRead = (state: "upToDate" | "signIn") =>
    at.server.store.write(
      async (tx) => {
        await setMirrorState(tx, accountId, state, null);
        return (await accountsWithScripts(tx, null, 100)).includes(accountId);
      },
      { accountId },
    );

  /** An account whose rules lie at the server. */
  async function rulesThere(): Promise<string> {
    const username = `placed${++number}`;
    accountId = await at.addAccount(username, "plain");
    await at.isFound(accountId);
    const create = { s: { name: "Pismo", blobId: await upload(rules) } };
    await at.server.client.call("SieveScript/set", { accountId, create, onSuccessActivateScript: "#s" });
    expect(await told()).toEqual(["Pismo there active"]);
    return username;
  }

  test("with another mailbox rules go on here, and then there, and those of the one before stay as they are", async () => {
    const before = await rulesThere();
    const username = `placed${++number}`;
    await at.server.client.call("MailServer/set", { update: { [accountId]: { username } } });
    expect(await told()).toEqual(["Pismo here active"]);
    await at.isFound(accountId);
    expect(await told()).toEqual(["Pismo here active"]);
    expect((await update("# new\nkeep;\n")).notUpdated).toBeNull();
    expect(await told()).toEqual(["Pismo there active"]);
    const other = await at.otherProgram(before);
    expect(await other.get("Pismo")).toBe(rules);
    const now = await at.otherProgram(username);
    expect(await now.get("Pismo")).toBe("# new\nkeep;\n");
    for (const session of [other, now]) session.close();
  });

  test("where scripts are managed is of one mail server: another one's is not asked", async () => {
    await rulesThere();
    const [{ id } = { id: "" }] = await scripts();
    const blobId = await upload("# new\nkeep;\n");
    const args = { accountId, update: { [id]: { blobId } } };
    // A look that goes on since before finds the right one again.
    await eventually(async () => {
      await change("update manage_sieve set for_server = ?", "else@elsewhere.example");
      const commands: string[] = [];
      at.proxy.answer = (command) => void commands.push(command);
      await expect(at.server.client.call("SieveScript/set", args)).rejects.toMatchObject({ type: "serverUnavailable" });
      expect(commands).toEqual([]);
    }, 20_000);
  });

  test("a server with more scripts than can be shown keeps them, and rules are made here", async () => {
    const username = `placed${++number}`;
    const other = await at.otherProgram(username);
    for (let index = 0; index <= 100; index++) await other.put(`s${index}`, "keep;");
    await other.activate("s100");
    accountId = await at.addAccount(username, "plain");
    await eventually(async () => expect(await place()).toMatchObject({ host: null }), 20_000);
    const create = { s: { name: "s100", blobId: await upload("discard;") } };
    const args = { accountId, create, onSuccessActivateScript: "#s" };
    expect((await at.server.client.call("SieveScript/set", args)).notCreated).toBeNull();
    expect(await told()).toEqual(["s100 here active"]);
    expect(await other.get("s100")).toBe("keep;");
    expect((await other.list()).find(({ isActive }) => isActive)?.name).toBe("s100");
    other.close();
  });

  test("where it gets more than can be shown, it keeps what it runs, and changes are made here", async () => {
    const username = await rulesThere();
    const other = await at.otherProgram(username);
    for (let index = 0; index < 100; index++) await other.put(`s${index}`, "keep;");
    await update("discard;").catch(() => undefined);
    await eventually(async () => expect(await place()).toMatchObject({ host: null }), 20_000);
    expect((await update("# new\nkeep;\n")).notUpdated).toBeNull();
    expect(await told()).toEqual(["Pismo here"]);
    expect(await other.get("Pismo")).toBe(rules);
    expect((await other.list()).find(({ isActive }) => isActive)?.name).toBe("Pismo");
    other.close();
  });

  test("servers that manage none now are looked at again, and none whose password is refused", async () => {
    await rulesThere();
    expect([await isRead("upToDate"), await isRead("signIn")]).toEqual([true, false]);
    await change("update manage_sieve set host = null, port = null, looked_at = ?", Date.now());
    expect([await isRead("signIn"), await isRead("upToDate")]).toEqual([false, true]);
  });

  test("a server that has managed no scripts for hours is left, and rules go on here", async () => {
    await rulesThere();
    at.proxy.stop();
    await eventually(async () => {
      expect(await told()).toEqual(["Pismo there active"]);
      expect((await place())?.failing_since).toEqual(expect.any(Number));
    }, 20_000);
    await change("update manage_sieve set failing_since = ?", Date.now() - 7 * HOUR_MS);
    await eventually(async () => expect(await told()).toEqual(["Pismo here active"]), 20_000);
    expect((await update("# new\nkeep;\n")).notUpdated).toBeNull();
    expect(await told()).toEqual(["Pismo here active"]);
  });
});
