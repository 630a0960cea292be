/** Rules of an account whose mail server manages scripts (RFC 5804): they lie there, and the server runs them. */
import { type Id, MAIL_SERVERS, RULES, type SetError, type SieveScript, type SieveScriptSetArgs } from "@pismo/jmap";
import { describe, expect, test, vi } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { startReadingScripts } from "../../src/bridge/managesieve/read-worker.ts";
import { createSieveServers } from "../../src/bridge/managesieve/sieve-servers.ts";
import { answersAtServer } from "../../src/ingest/rules/answers-there.ts";
import { createLogger } from "../../src/log.ts";
import { stateOf } from "../../src/store/db/changes.ts";
import { canDovecotManageSieve, startDovecot } from "../servers/dovecot.ts";
import { foreignClient } from "../servers/foreign-client.ts";
import { freePort } from "../servers/free-port.ts";
import { testServer } from "../support/server.ts";
import { addAccount as addAccountAt, atDovecot, isFound as isFoundAt } from "./at-dovecot.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const files =
  'require ["fileinto", "variables"];\nif header :contains "subject" "order" { set "rules" "one"; fileinto "Archive"; }\n';
const flags =
  'require ["imap4flags", "variables"];\nif header :contains "subject" "urgent" { set "rules" "two"; addflag "\\\\Flagged"; }\n';
const onlyHere =
  'require ["vnd.pismo.attachment", "fileinto", "copy"];\nif hasattachment { fileinto :copy "Archive"; }\n';

describe.skipIf(!canDovecotManageSieve)("with Dovecot's ManageSieve (Debian: dovecot-managesieved)", () => {
  const at = atDovecot("sieve_quota_max_scripts = 4");
  const { addAccount, isFound, otherProgram, deliver, upload } = at;
  let number = 0;

  const scriptsOf = async (accountId: Id) => {
    const properties = ["name", "blobId", "isActive", "isAtServer", "runsBeside"];
    const { list, state } = await at.server.client.call("SieveScript/get", { accountId, ids: null, properties });
    return { scripts: list as SieveScript[], state };
  };
  /** Names of scripts, with what is said of each. */
  const told = async (accountId: Id): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await scriptsOf(accountId)).scripts.map(({ name, isActive, isAtServer, runsBeside }) => [
        name,
        [isAtServer ? "there" : "here", ...(isActive ? ["active"] : []), ...(runsBeside ? ["beside"] : [])].join(" "),
      ]),
    );
  const textOf = async (accountId: Id, name: string): Promise<string> => {
    const script = (await scriptsOf(accountId)).scripts.find((each) => each.name === name)!;
    return (await at.server.client.download(accountId, script.blobId, "a.sieve")).text();
  };
  const idOf = async (accountId: Id, name: string): Promise<Id> =>
    (await scriptsOf(accountId)).scripts.find((each) => each.name === name)!.id;
  const set = (accountId: Id, args: Omit<SieveScriptSetArgs, "accountId">) =>
    at.server.client.call("SieveScript/set", { accountId, ...args });
  const create = async (accountId: Id, name: string, text: string, more: Partial<SieveScriptSetArgs> = {}) =>
    set(accountId, {
      create: { s: { name, blobId: await upload(accountId, text) } },
      onSuccessActivateScript: "#s",
      ...more,
    });
  const failureOf = async (accountId: Id, text: string): Promise<SetError | null> =>
    (await at.server.client.call("SieveScript/validate", { accountId, blobId: await upload(accountId, text) })).error;
  const arrived = (accountId: Id, subject: string) =>
    eventually(async () => {
      const { ids } = await at.server.client.call("Email/query", { accountId, filter: { subject } });
      const { list } = await at.server.client.call("Email/get", {
        accountId,
        ids,
        properties: ["mailboxIds", "keywords"],
      });
      expect(list).toHaveLength(1);
      return list[0]!;
    }, 30_000);
  /** In how many folders letters lie, each for itself, once both sides are the same. */
  const copies = (accountId: Id, subject: string, count: number) =>
    eventually(async () => {
      const { ids } = await at.server.client.call("Email/query", { accountId, filter: { subject } });
      const { list } = await at.server.client.call("Email/get", { accountId, ids, properties: ["mailboxIds"] });
      expect(list.flatMap(({ mailboxIds }) => Object.keys(mailboxIds!))).toHaveLength(count);
      const mirror = await at.server.client.call("MirrorStatus/get", { accountId, ids: null });
      expect(mirror.list).toMatchObject([{ state: "upToDate", waiting: 0 }]);
    }, 30_000);
  const mailboxes = async (accountId: Id): Promise<Record<string, Id>> =>
    Object.fromEntries(
      (await at.server.client.call("Mailbox/get", { accountId })).list.map(({ role, id }) => [role, id!]),
    );
  const person = (): string => `person${++number}`;

  test("what another program has put there is shown whole, and seen when it changes", async () => {
    const username = person();
    const other = await otherProgram(username);
    await other.put("theirs", files);
    await other.put("spare", "keep;");
    await other.activate("theirs");
    const accountId = await addAccount(username);
    await eventually(
      async () => expect(await told(accountId)).toEqual({ theirs: "there active", spare: "there" }),
      20_000,
    );
    expect(await textOf(accountId, "theirs")).toBe(files);
    const { accountCapabilities } = (await at.server.client.session(true)).accounts[accountId]!;
    expect(accountCapabilities[MAIL_SERVERS]).toEqual({});
    expect(accountCapabilities[RULES]).toEqual({ serverExtensions: expect.arrayContaining(["include", "fileinto"]) });

    await other.put("theirs", flags);
    await other.remove("spare");
    await other.activate("");
    await eventually(async () => {
      expect(await told(accountId)).toEqual({ theirs: "there" });
      expect(await textOf(accountId, "theirs")).toBe(flags);
    }, 20_000);
    other.close();
  });

  test("from the commit on in which scripts are seen, it is known where the server manages them", async () => {
    const username = person();
    const other = await otherProgram(username);
    await other.put("theirs", files);
    const { store } = at.server;
    const found: Promise<unknown>[] = [];
    const stop = store.onCommit(() =>
      found.push(
        store.read((reader) =>
          reader.get(
            `select count(*) as scripts, max(m.host) as host from sieve_script s join account a on a.id = s.account_id
             left join manage_sieve m on m.account_id = s.account_id where a.email = ? and s.is_at_server = 1`,
            `${username}@b.example`,
          ),
        ),
      ),
    );
    try {
      await isFound(await addAccount(username));
    } finally {
      stop();
      other.close();
    }
    const states = await Promise.all(found);
    expect(states).toContainEqual({ scripts: 1, host: "localhost" });
    expect(states).not.toContainEqual({ scripts: 1, host: null });
  });

  test("what another program changes there is seen although no client asks", async () => {
    const username = person();
    const other = await otherProgram(username);
    const accountId = await addAccount(username);
    await isFound(accountId);
    const { store, vault } = at.server;
    const log = createLogger("silent");
    const find = { port: at.proxy.port };
    const servers = createSieveServers({ store, vault, log, ca: at.dovecot.certificate, find });
    const stop = startReadingScripts({ store, log, servers, periodMs: 100 });
    try {
      await other.put("away", 'require ["vacation"];\nvacation "Away";\n');
      await other.activate("away");
      await eventually(
        async () => expect(await store.read((reader) => answersAtServer(reader, accountId))).toBe(true),
        60_000,
      );
      await other.activate("");
      await eventually(
        async () => expect(await store.read((reader) => answersAtServer(reader, accountId))).toBe(false),
        60_000,
      );
    } finally {
      await stop();
      other.close();
    }
  });

  test("a script of ours goes on beside the one that was active, and each letter is sorted once, by the server", async () => {
    const username = person();
    const other = await otherProgram(username);
    await other.put("theirs", files);
    await other.activate("theirs");
    const accountId = await addAccount(username);
    await isFound(accountId);
    const { created } = await create(accountId, "Pismo", flags, { onSuccessKeepActive: true });
    expect(created!["s"]).toMatchObject({ isActive: true });
    expect(await told(accountId)).toEqual({ theirs: "there beside", Pismo: "there active" });
    // Theirs is as it was, and is not switched off.
    expect(await other.get("theirs")).toBe(files);
    const active = (await other.list()).find(({ isActive }) => isActive)!.name;
    expect(await other.get(active)).toMatch(
      /include :personal :optional "theirs";\r\ninclude :personal :optional "Pismo";/,
    );

    await deliver(username, "new order");
    const { mailboxIds } = await arrived(accountId, "new order");
    const { archive, inbox } = await mailboxes(accountId);
    expect(mailboxIds).toEqual({ [archive!]: true });
    const client = await foreignClient(at.dovecot.port, username);
    expect((await client.mailboxOpen("Archive", { readOnly: true })).exists).toBe(1);
    expect((await client.mailboxOpen("INBOX", { readOnly: true })).exists).toBe(0);
    await client.logout();
    await deliver(username, "urgent");
    expect(await arrived(accountId, "urgent")).toMatchObject({
      mailboxIds: { [inbox!]: true },
      keywords: { $flagged: true },
    });

    const theirs = await idOf(accountId, "theirs");
    expect((await set(accountId, { destroy: [theirs] })).notDestroyed?.[theirs]?.type).toBe("sieveIsActive");
    await set(accountId, { onSuccessDeactivateScript: true });
    expect(await told(accountId)).toEqual({ theirs: "there active", Pismo: "there" });
    expect((await other.list()).toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: "Pismo", isActive: false },
      { name: "theirs", isActive: true },
    ]);
    other.close();
  });

  test("by which rules the server has sorted a letter is derived, and told as probable", async () => {
    const username = person();
    const accountId = await addAccount(username);
    await isFound(accountId);
    await create(accountId, "Pismo", files);
    expect(await told(accountId)).toEqual({ Pismo: "there active" });
    await deliver(username, "an order");
    const { id } = await arrived(accountId, "an order");
    const sorted = await at.server.client.call("SieveScript/sorted", { accountId, emailIds: [id!] });
    expect(sorted.list).toEqual([{ emailId: id, rules: ["one"], isProbable: true }]);
  });

  test("what the server cannot do runs here, on letters that arrive from then on, and not twice", async () => {
    const username = person();
    const accountId = await addAccount(username);
    await isFound(accountId);
    const { archive, inbox } = await mailboxes(accountId);
    const copying =
      'require ["fileinto", "copy"];\nif header :contains "subject" "file" { fileinto :copy "Archive"; }\n';
    await create(accountId, "Pismo", copying);
    expect(await told(accountId)).toEqual({ Pismo: "there active" });
    await deliver(username, "file one");
    await copies(accountId, "file one", 2);

    const pismo = await idOf(accountId, "Pismo");
    const change = async (text: string) =>
      set(accountId, { update: { [pismo]: { blobId: await upload(accountId, text) } } });
    expect((await change(onlyHere)).notUpdated).toBeNull();
    expect(await told(accountId)).toEqual({ Pismo: "here active" });
    const other = await otherProgram(username);
    expect(await other.list()).toEqual([]);
    await deliver(username, "file two");
    await eventually(async () => {
      const { mailboxIds } = await arrived(accountId, "file two");
      expect(mailboxIds).toEqual({ [archive!]: true, [inbox!]: true });
    }, 30_000);

    expect((await change(copying)).notUpdated).toBeNull();
    expect(await told(accountId)).toEqual({ Pismo: "there active" });
    expect(await other.list()).toEqual([{ name: "Pismo", isActive: true }]);
    await deliver(username, "file three");
    await copies(accountId, "file three", 2);
    await copies(accountId, "file two", 2);
    const client = await foreignClient(at.dovecot.port, username);
    expect(await client.status("Archive", { messages: true })).toMatchObject({ messages: 3 });
    expect(await client.status("INBOX", { messages: true })).toMatchObject({ messages: 3 });
    await client.logout();
    other.close();
  });

  test("while the server answers people who write, the vacation response is silent", async () => {
    const accountId = await addAccount(person());
    await isFound(accountId);
    const answers = () => at.server.store.read((reader) => answersAtServer(reader, accountId));
    await create(accountId, "away", 'require ["vacation"];\nvacation "Away";\n');
    expect(await answers()).toBe(true);
    await set(accountId, { onSuccessDeactivateScript: true });
    expect(await answers()).toBe(false);
    const about = '# "vacation"\nrequire ["fileinto"];\nif header :is "x" "vacation" { fileinto "Archive"; }\n';
    await create(accountId, "about", about);
    expect(await answers()).toBe(false);
  });

  test("when that changes at the server, the state of the vacation response does, and not otherwise", async () => {
    const username = person();
    const other = await otherProgram(username);
    const accountId = await addAccount(username);
    await isFound(accountId);
    /** Scripts are read where a client asks for them. */
    const answering = (answers: boolean) =>
      eventually(async () => {
        await scriptsOf(accountId);
        return at.server.store.read(async (reader) => {
          expect(await answersAtServer(reader, accountId)).toBe(answers);
          return stateOf(reader, accountId, "VacationResponse");
        });
      }, 30_000);
    const atFirst = await answering(false);
    const away = 'require ["vacation"];\nvacation "Away";\n';
    await other.put("spare", away);
    await eventually(async () => expect(Object.keys(await told(accountId))).toEqual(["spare"]), 30_000);
    expect(await answering(false)).toBe(atFirst);
    await other.activate("spare");
    const whileAway = await answering(true);
    expect(whileAway).not.toBe(atFirst);
    await scriptsOf(accountId);
    expect(await answering(true)).toBe(whileAway);
    await other.activate("");
    const afterwards = await answering(false);
    expect(afterwards).not.toBe(whileAway);
    // The same by a change of ours.
    await create(accountId, "ours", away);
    const ours = await answering(true);
    expect(ours).not.toBe(afterwards);
    await set(accountId, { onSuccessDeactivateScript: true });
    expect(await answering(false)).not.toBe(ours);
    other.close();
  });

  test("mistakes have their lines, by the server's word, and what only the server knows is taken", async () => {
    const username = person();
    const accountId = await addAccount(username);
    await isFound(accountId);
    expect(await failureOf(accountId, 'require ["duplicate"];\nif duplicate { discard; }\n')).toBeNull();
    const unknown = await failureOf(accountId, "keep;\n\nif frobnicate { stop; }\n");
    expect(unknown).toMatchObject({
      type: "invalidSieve",
      description: expect.stringMatching(/^line 3: .*frobnicate/),
    });
    expect(await failureOf(accountId, 'keep;\nkeep "\n')).toMatchObject({ type: "invalidSieve" });
  });

  test("letters are sent on only to whom the person has allowed, or where the server does so already", async () => {
    const username = person();
    const other = await otherProgram(username);
    await other.put("theirs", 'redirect "known@example.org";');
    const accountId = await addAccount(username);
    await isFound(accountId);
    expect(await failureOf(accountId, 'keep;\nredirect "known@example.org";')).toBeNull();
    expect(await failureOf(accountId, 'redirect "thief@example.org";')).toMatchObject({ type: "redirectNotAllowed" });
    const hidden = 'require ["variables"];\nset "a" "thief@example.org";\nredirect "${a}";';
    expect(await failureOf(accountId, hidden)).toMatchObject({ type: "invalidSieve" });
    const notify = 'require ["enotify"];\nnotify "mailto:thief@example.org";';
    expect(await failureOf(accountId, notify)).toMatchObject({ description: expect.stringMatching(/^line 2/) });
    other.close();
  });

  test("a change that does not know what another program has done is not made", async () => {
    const username = person();
    const other = await otherProgram(username);
    await other.put("theirs", files);
    const accountId = await addAccount(username);
    await isFound(accountId);
    await eventually(async () => expect(await told(accountId)).toEqual({ theirs: "there" }), 20_000);
    const theirs = await idOf(accountId, "theirs");
    const { state } = await scriptsOf(accountId);
    await other.put("theirs", flags);
    const update = { [theirs]: { blobId: await upload(accountId, "keep;") } };
    await expect(set(accountId, { ifInState: state, update })).rejects.toMatchObject({ type: "stateMismatch" });
    expect(await other.get("theirs")).toBe(flags);
    expect(await textOf(accountId, "theirs")).toBe(flags);

    // Two at once from here: both arrive, one after the other.
    const results = await Promise.all(["A", "B"].map((name) => create(accountId, name, `# ${name}\nkeep;`)));
    expect(results.map(({ notCreated }) => notCreated)).toEqual([null, null]);
    expect((await other.list()).map(({ name }) => name).toSorted()).toEqual(["A", "B", "theirs"]);
    expect(await other.get("B")).toBe("# B\nkeep;");
    other.close();
  });

  test("what the server refuses is not here either", async () => {
    const username = person();
    const accountId = await addAccount(username);
    await isFound(accountId);
    for (const name of ["1", "2", "3", "4"]) expect((await create(accountId, name, "keep;")).notCreated).toBeNull();
    const { created, notCreated } = await create(accountId, "5", "discard;");
    expect(created).toBeNull();
    expect(notCreated!["s"]!.type).toBe("overQuota");
    expect(await told(accountId)).toEqual({ 1: "there", 2: "there", 3: "there", 4: "there active" });
  });

  test("where the server manages no scripts they stay here", async () => {
    const server = await testServer({ accountSetup: { ca: at.dovecot.certificate }, sievePort: await freePort() });
    try {
      const accountId = await addAccountAt(server, at.dovecot, "nosieve");
      await eventually(async () => {
        const places = await server.store.read((reader) =>
          reader.all("select host from manage_sieve where account_id > 0"),
        );
        expect(places).toEqual([{ host: null }]);
      }, 20_000);
      const { blobId } = await server.client.upload(accountId, new TextEncoder().encode(onlyHere), "application/sieve");
      const args = { accountId, create: { s: { name: "Pismo", blobId } }, onSuccessActivateScript: "#s" };
      expect((await server.client.call("SieveScript/set", args)).notCreated).toBeNull();
      const { list } = await server.client.call("SieveScript/get", {
        accountId,
        ids: null,
        properties: ["isActive", "isAtServer"],
      });
      expect(list).toMatchObject([{ isActive: true, isAtServer: false }]);
      const { accountCapabilities } = (await server.client.session(true)).accounts[accountId]!;
      expect(accountCapabilities[RULES]).toEqual({});
    } finally {
      await server.close();
    }
  });

  test("while the server is away nothing is changed", async () => {
    const lone = await startDovecot({ sieve: "" });
    const server = await testServer({ accountSetup: { ca: lone.certificate }, sievePort: lone.sievePort });
    try {
      const accountId = await addAccountAt(server, lone, "ann");
      await isFoundAt(server, accountId);
      await lone.stop();
      const { blobId } = await server.client.upload(accountId, new TextEncoder().encode("keep;"), "application/sieve");
      const args = { accountId, create: { s: { name: "Pismo", blobId } } };
      await expect(server.client.call("SieveScript/set", args)).rejects.toMatchObject({ type: "serverUnavailable" });
      expect((await server.client.call("SieveScript/get", { accountId, ids: null })).list).toEqual([]);
    } finally {
      await server.close();
      await lone.stop();
    }
  });
});
