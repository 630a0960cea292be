/** The audit log of a server for several people: what is in it, what is never in it, and when it goes. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLogger } from "../src/log.ts";
import { createAccount } from "../src/store/auth/accounts.ts";
import type { Store } from "../src/store/db/store.ts";
import {
  forgetAuditBefore,
  listAudit,
  noteAudit,
  noteRefusal,
  userAgentFamily,
} from "../src/store/people/audit-log.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "./servers/dovecot.ts";
import { type Hosted, hosted, signIn, trySignIn } from "./support/hosted.ts";
import { openMemoryStore } from "./support/memory-store.ts";

const password = "pässword-17";
const log = createLogger("silent");

interface Listed {
  event: string;
  person: string | null;
  actor: string;
  clientAddress: string | null;
  client: string | null;
  detail: string | null;
  count: number;
}

const eventsOf = (entries: readonly Listed[]): string[] => entries.map(({ event }) => event);

describe.skipIf(!canRunDovecot)("of a server with people", () => {
  let dovecot: Dovecot;
  let server: Hosted;

  beforeEach(async () => {
    dovecot = await startDovecot({ users: { carol: password, dave: password } });
    server = await hosted(dovecot.port);
  });
  afterEach(async () => {
    await server.close();
    await dovecot.stop();
  });

  const audit = async (...args: string[]): Promise<Listed[]> => {
    const { stdout } = await server.pismo("audit", "--json", ...args);
    return JSON.parse(stdout) as Listed[];
  };

  test("sign-ins, refusals, settings, tokens and commands, each with its person; no secret anywhere", async () => {
    const { url } = await server.serve();
    await trySignIn(url, "carol", "wrong-secret-1");
    await trySignIn(url, "carol@b.example", "wrong-secret-2");
    // People type passwords into the wrong field.
    await trySignIn(url, "my-password-as-a-name", "wrong-secret-3");
    const carol = await signIn(url, "carol", password);
    await trySignIn(url, "carol", "wrong-secret-4");
    const [identity] = (await carol.client.call("Identity/get", { accountId: carol.accountId })).list;
    const update = { [identity!.id!]: { textSignature: "In secret places" } };
    await carol.client.call("Identity/set", { accountId: carol.accountId, update });
    const token = (await server.pismo("token", "create", "phone", "--mailbox", "carol")).stdout.trim();
    await fetch(`${url}/auth/sign-out`, { method: "POST", headers: { cookie: carol.cookie, origin: url } });
    await server.pismo("person", "limit", "carol", "--quota", "1G");
    await server.pismo("person", "disable", "carol");
    await trySignIn(url, "carol", password);
    await server.pismo("person", "enable", "carol");

    const all = await audit();
    expect(eventsOf(all)).toEqual([
      "signInRefused",
      "mailServerSet",
      "signedIn",
      "signInRefused",
      "settingsChanged",
      "tokenCreated",
      "signedOut",
      "personLimited",
      "personDisabled",
      "signInDisabled",
      "personEnabled",
    ]);
    // Before the first sign-in these names belonged to no account: all are one entry without one.
    expect(all[0]).toMatchObject({ person: null, count: 3, clientAddress: "127.0.0.1", client: "Firefox" });
    expect(all[2]).toMatchObject({
      person: "carol@b.example",
      actor: "person",
      clientAddress: "127.0.0.1",
      client: "Firefox",
    });
    expect(all[3]).toMatchObject({ person: "carol@b.example", count: 1 });
    expect(all[4]?.detail).toBe("Identity: textSignature");
    expect(all[7]).toMatchObject({
      actor: "administrator",
      detail: expect.stringContaining("quota 1073741824") as string,
    });
    const text = JSON.stringify(all) + (await server.pismo("audit")).stdout;
    for (const secret of [password, "secret", "my-password", token, carol.cookie]) expect(text).not.toContain(secret);
    expect(eventsOf(await audit("--person", "CAROL", "--since", "1h"))).toHaveLength(10);
    expect(await audit("--person", "dave")).toEqual([]);
    expect(await audit("--since", "2999-01-01")).toEqual([]);
  });

  test("who is removed leaves nothing but that they were removed", async () => {
    const { url } = await server.serve();
    await signIn(url, "carol", password);
    await signIn(url, "dave", password);
    await server.pismo("person", "remove", "carol", "--yes");
    expect(eventsOf(await audit("--person", "carol@b.example"))).toEqual(["personRemoved"]);
    expect(eventsOf(await audit("--person", "dave"))).toEqual(["mailServerSet", "signedIn"]);
  });

  test("what makes no sense ends with one clear line", async () => {
    for (const args of [["--since", "yesterday"], ["--since", "2026-13-45"], ["--bogus"], ["carol"]]) {
      const { code, stderr } = await server.pismo("audit", ...args);
      expect([code, stderr]).toEqual([2, expect.stringContaining("pismo audit")]);
    }
    await server.serve();
    expect((await server.pismo("audit")).stdout).toBe("Nothing is noted.\n");
  });
});

describe("its store", () => {
  let store: Store;
  beforeEach(async () => {
    store = await openMemoryStore(log);
  });
  afterEach(() => store.close());
  const all = () => store.read((reader) => listAudit(reader, new Date(0)));

  test("many refusals from one address are one entry an hour, and another's are another", async () => {
    const { id } = await store.write((tx) => createAccount(tx, { name: "", email: "carol@b.example" }));
    const refuse = (name: string, address: string) =>
      store.write((tx) => noteRefusal(tx, [name], { address, userAgent: undefined }));
    for (let n = 0; n < 20; n++) await refuse("carol@b.example", "192.0.2.1");
    await refuse("carol@b.example", "192.0.2.2");
    await refuse("nobody", "192.0.2.1");
    expect((await all()).map(({ accountId, clientAddress, count }) => [accountId, clientAddress, count])).toEqual([
      [id, "192.0.2.1", 20],
      [id, "192.0.2.2", 1],
      [null, "192.0.2.1", 1],
    ]);
    await store.write((tx) => tx.run("update audit_entry set at = at - 3600001"));
    await refuse("carol@b.example", "192.0.2.1");
    expect(await all()).toHaveLength(4);
  });

  test("it goes when it is old, and with the transaction that fails", async () => {
    await store.write((tx) => noteAudit(tx, { event: "command", accountId: null, detail: "old" }));
    await store.write((tx) => tx.run("update audit_entry set at = 1000"));
    await store.write((tx) => noteAudit(tx, { event: "command", accountId: null, detail: "new" }));
    const failing = store.write(async (tx) => {
      await noteAudit(tx, { event: "command", accountId: null, detail: "undone" });
      throw new Error("failed");
    });
    await expect(failing).rejects.toThrow("failed");
    await store.write((tx) => forgetAuditBefore(tx, new Date(2000)));
    expect((await all()).map(({ detail }) => detail)).toEqual(["new"]);
  });
});

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox"],
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge"],
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", "Chrome"],
  ["Mozilla/5.0 (iPhone) AppleWebKit/605 Version/18 Mobile Safari/604", "Safari"],
  ["curl/8.5.0", "curl"],
  ["", null],
  ["\u0000<script>", null],
])("the family of %j is %j", (userAgent, family) => {
  expect(userAgentFamily(userAgent)).toBe(family);
});
