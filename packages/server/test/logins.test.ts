/** Whose account a sign-in opens: what the mail server authenticated decides, never an address. */
import type { Session } from "@pismo/jmap";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPasswordCheck, type PasswordCheckOptions } from "../src/bridge/imap/connection/check-password.ts";
import { resolveAddress } from "../src/bridge/smtp/local-addresses.ts";
import { findChosen } from "../src/cli/choose-account.ts";
import { createLogger } from "../src/log.ts";
import { createAccount, listAccounts } from "../src/store/auth/accounts.ts";
import { getImapServer, putImapServer } from "../src/store/mirror/imap-accounts.ts";
import { getIdentities } from "../src/store/submission/identities.ts";
import { vaultWith } from "../src/store/auth/vault.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "./servers/dovecot.ts";
import { type TestServer, testServer } from "./support/server.ts";

const users = { carol: "carols", "carol@example.org": "carol-of-sales", "bob@other.example": "bobs" };
const vault = vaultWith(new Uint8Array(32).fill(7));
const domain = "example.org";

describe.skipIf(!canRunDovecot)("a mail server that knows people by exact names", () => {
  let dovecot: Dovecot;
  let server: TestServer;

  beforeAll(async () => {
    dovecot = await startDovecot({ users });
  });
  afterAll(() => dovecot.stop());
  beforeEach(async () => {
    server = await testServer();
  });
  afterEach(() => server.close());

  const mailServer = () => ({ host: "127.0.0.1", port: dovecot.port, security: "plain" as const, smtpUrl: null });
  const signIn = (username: string, password: string, more: Partial<PasswordCheckOptions> = {}) =>
    createPasswordCheck({
      store: server.store,
      vault,
      server: mailServer(),
      domain,
      log: createLogger("silent"),
      ...more,
    })(username, password);
  const known = (accountId: string | undefined) =>
    server.store.read((reader) => getImapServer(reader, accountId ?? "", vault));
  const accounts = () => server.store.read(listAccounts);

  test("carol and carol@example.org are two people with an account each, in either order", async () => {
    const [carol, sales] = [await signIn("carol", "carols"), await signIn("carol@example.org", "carol-of-sales")];
    expect(carol).toBeDefined();
    expect(sales).toBeDefined();
    expect(sales).not.toBe(carol);
    expect(await known(carol)).toMatchObject({ username: "carol", password: "carols" });
    expect(await known(sales)).toMatchObject({ username: "carol@example.org", password: "carol-of-sales" });
    expect([await signIn("carol", "carols"), await signIn("carol@example.org", "carol-of-sales")]).toEqual([
      carol,
      sales,
    ]);
    expect(await signIn("carol", "carol-of-sales")).toBeUndefined();
    // Both show the address; a command is not left to guess.
    const shown = (await accounts()).filter(({ email }) => email === "carol@example.org").map(({ id }) => id);
    expect(shown).toEqual([carol, sales]);
    await expect(server.store.read((reader) => findChosen(reader, "carol@example.org"))).rejects.toThrow(
      `${carol} (carol at 127.0.0.1), ${sales} (carol@example.org at 127.0.0.1)`,
    );
    const identities = await server.store.read((reader) => getIdentities(reader, sales!));
    expect(identities).toMatchObject([{ email: "carol@example.org" }]);
  });

  test("a mailbox that lies here does not change hands, and goes on getting the letters of its address", async () => {
    const { id } = await server.store.write((tx) => createAccount(tx, { name: "", email: "carol@example.org" }));
    const sales = await signIn("carol@example.org", "carol-of-sales");
    expect(sales).not.toBe(id);
    expect(await known(id)).toBeUndefined();
    const resolution = await server.store.read((reader) => resolveAddress(reader, domain, "carol@example.org"));
    expect(resolution).toEqual({ kind: "local", accountId: id });
  });

  test("two sign-ins at once make one account", async () => {
    const both = await Promise.all([signIn("carol", "carols"), signIn("carol", "carols")]);
    expect(new Set(both).size).toBe(1);
  });

  test("an account from before is kept by its server's name and its own, also when the server was renamed", async () => {
    const id = await server.store.write(async (tx) => {
      const account = await createAccount(tx, { name: "", email: "carol@example.org" });
      const old = { ...mailServer(), host: "imap.old.example", username: "carol", password: "older" };
      await putImapServer(tx, account.id, old, vault);
      return account.id;
    });
    expect(await signIn("carol", "carols")).not.toBe(id);
    await server.store.write((tx) => tx.run("delete from imap_account where host = '127.0.0.1'"));
    expect(await signIn("carol", "carols", { formerHosts: ["imap.old.example"] })).toBe(id);
    expect(await known(id)).toMatchObject({ host: "127.0.0.1", password: "carols" });
  });

  test("PISMO_LOGIN says which names mean the same", async () => {
    const carol = await signIn("carol", "carols", { loginForm: "local" });
    expect(await signIn("Carol@Example.org", "carols", { loginForm: "local" })).toBe(carol);
    expect(await signIn("bob@other.example", "bobs", { loginForm: "local" })).toBeUndefined();
    const sales = await signIn("carol", "carol-of-sales", { loginForm: "address" });
    // The setting is the administrator's word: the account of the other form is the same person's.
    expect(sales).toBe(carol);
    expect(await known(carol)).toMatchObject({ username: "carol@example.org" });
  });

  test("a name in another domain has that address where the server looks at the domain", async () => {
    const bob = await signIn("bob@other.example", "bobs");
    expect((await accounts()).find(({ id }) => id === bob)?.email).toBe("bob@other.example");
    expect(await signIn("bob@example.org", "bobs")).toBeUndefined();
  });
});

describe.skipIf(!canRunDovecot)("a mail server to which several names mean one person", () => {
  let dovecot: Dovecot;
  let server: TestServer;

  beforeAll(async () => {
    // Lower case, and without what stands behind the @.
    dovecot = await startDovecot({ settings: "auth_username_format = %Ln" });
  });
  afterAll(() => dovecot.stop());
  beforeEach(async () => {
    const log = createLogger("silent");
    server = await testServer({
      checkPassword: (store) =>
        createPasswordCheck({
          store,
          vault,
          server: { host: "127.0.0.1", port: dovecot.port, security: "plain", smtpUrl: null },
          domain,
          log,
        }),
    });
  });
  afterEach(() => server.close());

  const page = { host: "127.0.0.1", origin: "http://127.0.0.1", "sec-fetch-site": "same-origin" };
  const signIn = (username: string) =>
    server.app.inject({
      method: "POST",
      url: "/auth/sign-in",
      headers: { ...page, "content-type": "application/json" },
      payload: JSON.stringify({ username, password: dovecot.password }),
    });
  const sessionOf = async (username: string) => {
    const [cookie] = (await signIn(username)).cookies;
    const headers = { ...page, cookie: `${cookie?.name}=${cookie?.value}` };
    return (await server.app.inject({ url: "/.well-known/jmap", headers })).json<Session>();
  };

  test("they open one account, since the server shows one mailbox for them", async () => {
    const [ann, ...others] = [
      await sessionOf("ann"),
      await sessionOf("Ann"),
      await sessionOf("ann@example.org"),
      await sessionOf("ANN@example.org"),
    ];
    expect(Object.keys(ann.accounts)).toHaveLength(1);
    for (const other of others) expect(other.accounts).toEqual(ann.accounts);
    expect(Object.keys((await sessionOf("bob@example.org")).accounts)).not.toEqual(Object.keys(ann.accounts));
  });

  test("a domain that the server does not look at makes no address", async () => {
    expect((await signIn("bob@other.example")).statusCode).toBe(401);
    expect((await server.store.read(listAccounts)).map(({ email }) => email)).not.toContain("bob@other.example");
  });
});
