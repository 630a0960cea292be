/**
 * Address books that an account's OAuth grant opens: a real authorization server, Dovecot for the mail, and Radicale behind
 * a front that asks the provider whose a token is.
 */
import type { AddressBookServerPutResult } from "@pismo/jmap";
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { type AccessTokens, createAccessTokens } from "../../src/bridge/oauth/access-tokens.ts";
import { type ContactsGrants, contactsGrants } from "../../src/bridge/oauth/contacts-grants.ts";
import type { OAuthProvider } from "../../src/bridge/oauth/provider.ts";
import { createLogger } from "../../src/log.ts";
import { getGrant, refuseGrant, renewGrant } from "../../src/store/auth/oauth-grants.ts";
import { vaultWith } from "../../src/store/auth/vault.ts";
import { startAuthorizationServer, type TestAuthorizationServer } from "../servers/authorization-server.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "../servers/dovecot.ts";
import { type BearerFront, startBearerFront } from "../support/bearer-front.ts";
import { hasRadicale, type Radicale, startRadicale, username as anna, vCard } from "../support/radicale.ts";
import type { TestServer } from "../support/server.ts";
import { browserAt, serverForProviders } from "./browser.ts";

describe.skipIf(!canRunDovecot || !hasRadicale)("contacts at the provider of an account", () => {
  let authority: TestAuthorizationServer;
  let dovecot: Dovecot;
  let radicale: Radicale;
  let front: BearerFront;
  let server: TestServer;
  let tokens: AccessTokens;
  let grants: ContactsGrants;
  let logged: string;
  const vault = vaultWith(randomBytes(32));
  const log = createLogger("debug", { write: (line) => (logged += line) });

  beforeAll(async () => {
    authority = await startAuthorizationServer();
    dovecot = await startDovecot({ introspection: authority.introspection });
    radicale = await startRadicale({ believes: true });
    front = await startBearerFront(radicale.url, authority.introspection, "carddav");
  });
  afterAll(async () => {
    await front?.close();
    await radicale?.stop();
    await dovecot?.stop();
    await authority?.close();
  });
  beforeEach(() => {
    logged = "";
    front.shown.length = 0;
  });
  afterEach(async () => {
    await tokens.close();
    await server.close();
  });

  /** @param changes to the provider's entry */
  async function begin(changes: Partial<OAuthProvider> = {}, isHosted = false): Promise<void> {
    const mail = { host: "127.0.0.1", port: dovecot.port, security: "plain", smtpUrl: null } as const;
    const contacts = { address: front.url, scopes: ["carddav"] };
    const providers = [authority.provider(mail, { contacts, ...changes })];
    server = await serverForProviders({
      providers,
      vault,
      log,
      dovecotPort: dovecot.port,
      isHosted,
      grantsOf: (store) => {
        tokens = createAccessTokens({ store, vault, log, providers, checkIntervalMs: 50 });
        return (grants = contactsGrants({ store, vault, providers, tokens }));
      },
    });
  }
  const { signIn, added } = browserAt(() => ({ app: server.app, authority }));
  const put = (accountId: string): Promise<AddressBookServerPutResult> =>
    server.client.call("AddressBookServer/putByProvider", { accountId });
  const known = (accountId: string) => server.client.call("AddressBookServer/get", { accountId });
  const look = (accountId: string) => server.client.call("AddressBookServer/look", { accountId });
  const names = async (accountId: string) =>
    (await server.client.call("ContactCard/get", { accountId, ids: null })).list.map(({ name }) => name?.full);
  const hasState = (accountId: string, expected: object) =>
    eventually(async () => expect((await known(accountId)).server).toMatchObject(expected));

  test("a grant for the mail alone is not used: the person allows the contacts once", async () => {
    await begin();
    await radicale.put("boris.vcf", vCard("boris", "Boris"));
    const accountId = await added(anna);
    expect((await known(accountId)).provider).toEqual({ id: "example", name: "Example Mail", isAllowed: false });
    expect((await put(accountId)).notPut).toMatchObject({ addressBookProblem: { kind: "notAllowed" } });
    expect(front.shown).toEqual([]);

    const back = await signIn({ accountId, contacts: true }, anna);
    expect(Object.fromEntries(back)).toEqual({ done: "contacts", account: accountId });
    const done = await put(accountId);
    expect(done).toMatchObject({
      notPut: null,
      server: { address: front.url, username: anna, provider: "example" },
      provider: { isAllowed: true },
    });
    await hasState(accountId, { state: "upToDate", cards: 1 });
    expect(await names(accountId)).toEqual(["Boris"]);
    await server.client.call("ContactCard/set", { accountId, create: { c: { name: { full: "Вера" } } } });
    await eventually(async () => expect([...(await radicale.cards()).values()].join("")).toContain("Вера"));

    // Renewed before it expires, and where the server takes it no longer; what was granted stays known.
    const before = front.shown.at(-1);
    await authority.revokeAccessTokens(anna);
    await look(accountId);
    await eventually(() => expect(front.shown.at(-1)).not.toBe(before));
    await hasState(accountId, { state: "upToDate", cards: 2 });
    expect((await known(accountId)).provider).toMatchObject({ isAllowed: true });

    // A revoked grant says so, and ends with a new sign-in, which asks for the contacts too.
    await authority.revokeAll(anna);
    await look(accountId);
    await hasState(accountId, { state: "signIn", problem: { kind: "grantRefused" } });
    await signIn({ accountId }, anna);
    await hasState(accountId, { state: "upToDate", problem: null });

    const grant = (await server.store.read((reader) => getGrant(reader, accountId, vault)))!;
    for (const secret of [grant.tokens!.accessToken, grant.tokens!.refreshToken!, ...front.shown])
      expect(logged).not.toContain(secret!.replace("Bearer ", ""));
    expect(JSON.stringify(done)).not.toContain(grant.tokens!.accessToken);
    await server.client.call("AddressBookServer/remove", { accountId, keepsCards: true });
    expect((await known(accountId)).server).toBeNull();
  });

  test("a sign-in that opens the contacts already asks for nothing more", async () => {
    await begin({ scopes: ["openid", "email", "offline_access", "carddav"] });
    const accountId = await added(anna);
    expect((await known(accountId)).provider).toMatchObject({ isAllowed: true });
    expect((await put(accountId)).notPut).toBeNull();
    await hasState(accountId, { state: "upToDate" });
  });

  test("contacts that were not allowed leave the account as it was", async () => {
    await begin({ contacts: { address: front.url, scopes: ["contacts-of-another"] } });
    const accountId = await added(anna);
    const before = await server.store.read((reader) => getGrant(reader, accountId, vault));
    const back = await signIn({ accountId, contacts: true }, anna);
    expect(Object.fromEntries(back)).toEqual({ problem: "noContacts", provider: "example" });
    expect(await server.store.read((reader) => getGrant(reader, accountId, vault))).toEqual(before);
    expect((await put(accountId)).notPut).toMatchObject({ addressBookProblem: { kind: "notAllowed" } });
  });

  test("who signs in once more, for the mail alone, keeps the contacts", async () => {
    await begin({}, true);
    const accountId = (await signIn({}, anna)).get("account")!;
    expect(await grants(accountId)).toMatchObject({ provider: { isAllowed: false } });
    await server.store.write(async (tx) => {
      const grant = (await getGrant(tx, accountId, vault))!;
      const scopes = [...grant.tokens!.scopes!, "carddav"];
      await renewGrant(tx, grant, { ...grant.tokens!, scopes }, vault);
    });
    expect(await grants(accountId)).toMatchObject({ provider: { isAllowed: true } });
    expect(Object.fromEntries(await signIn({}, anna))).toEqual({ done: "enter", account: accountId });
    expect(await grants(accountId)).toMatchObject({ provider: { isAllowed: true } });
    // One that the provider has ended is replaced.
    const grant = (await server.store.read((reader) => getGrant(reader, accountId, vault)))!;
    await server.store.write((tx) => refuseGrant(tx, grant, "revoked"));
    await signIn({}, anna);
    expect(await server.store.read((reader) => getGrant(reader, accountId, vault))).toMatchObject({ refusal: null });
    expect(await grants(accountId)).toMatchObject({ provider: { isAllowed: false } });
  });

  test("a server that wants another scope than the settings name says so", async () => {
    await begin({ contacts: { address: front.url, scopes: [] } });
    const accountId = await added(anna);
    expect((await put(accountId)).notPut).toMatchObject({ addressBookProblem: { kind: "notAllowed" } });
  });

  test("an account that signs in with another provider by now shows that one's token to no other", async () => {
    await begin({ scopes: ["openid", "email", "offline_access", "carddav"] });
    const accountId = await added(anna);
    expect((await put(accountId)).notPut).toBeNull();
    await hasState(accountId, { state: "upToDate" });
    await server.store.write((tx) => tx.run("update carddav_server set provider = 'before'"));
    front.shown.length = 0;
    await look(accountId);
    await hasState(accountId, { state: "signIn", problem: { kind: "grantRefused" } });
    expect(front.shown).toEqual([]);
    // One whose grant was stored before scopes were has those of its provider.
    const grant = (await server.store.read((reader) => getGrant(reader, accountId, vault)))!;
    const { scopes: _, ...older } = grant.tokens!;
    await server.store.write((tx) => renewGrant(tx, grant, older, vault));
    expect((await known(accountId)).provider).toMatchObject({ isAllowed: true });
  });
});
