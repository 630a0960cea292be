/**
 * Accounts whose provider requires OAuth 2: a real authorization server, and a Dovecot that accepts its tokens alone. A
 * simulated browser walks through the provider's pages.
 */
import { PROVIDER_SIGN_IN, type Session } from "@pismo/jmap";
import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { type AccountSync, startAccountSync } from "../../src/bridge/imap/sync/account-sync.ts";
import { type AccessTokens, createAccessTokens } from "../../src/bridge/oauth/access-tokens.ts";
import type { OAuthProvider } from "../../src/bridge/oauth/provider.ts";
import { startSubmissionQueue } from "../../src/bridge/smtp/send/submission-queue.ts";
import { createLogger } from "../../src/log.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { insertSubmission } from "../../src/store/submission/insert-submissions.ts";
import { getIdentities } from "../../src/store/submission/identities.ts";
import {
  getMailServers,
  getMirrorStatus,
  putImapServer,
  setMirrorState,
} from "../../src/store/mirror/imap-accounts.ts";
import { findMailboxByRole } from "../../src/store/mail/mailboxes.ts";
import { getGrant, listGrants, listRevocations, renewGrant } from "../../src/store/auth/oauth-grants.ts";
import { removeMirroredAccount } from "../../src/store/auth/remove-account.ts";
import { vaultWith } from "../../src/store/auth/vault.ts";

import { startAuthorizationServer, type TestAuthorizationServer } from "../servers/authorization-server.ts";
import { canDovecotSubmit, type Dovecot, startDovecot } from "../servers/dovecot.ts";
import type { TestServer } from "../support/server.ts";
import { type Peer, startPeer } from "../support/smtp-peer.ts";
import { browserAt, cookieOf, page, serverForProviders } from "./browser.ts";

describe.skipIf(!canDovecotSubmit)("a provider that requires OAuth", () => {
  let authority: TestAuthorizationServer;
  let dovecot: Dovecot;
  let peer: Peer;
  let provider: OAuthProvider;
  let server: TestServer;
  let tokens: AccessTokens;
  let sync: AccountSync | undefined;
  let logged: string;
  const vault = vaultWith(randomBytes(32));
  const log = createLogger("debug", { write: (line) => (logged += line) });

  beforeAll(async () => {
    authority = await startAuthorizationServer();
    peer = await startPeer();
    dovecot = await startDovecot({ introspection: authority.introspection, relayPort: peer.port });
    provider = authority.provider({
      host: "127.0.0.1",
      port: dovecot.port,
      security: "plain",
      smtpUrl: `smtp://127.0.0.1:${dovecot.submissionPort}`,
    });
  });
  afterAll(async () => {
    await dovecot.stop();
    await peer.close();
    await authority.close();
  });
  beforeEach(async () => {
    logged = "";
    authority.isDown = false;
    authority.accessTokenSeconds = 3600;
    authority.grants.length = 0;
    server = await serverWith([provider]);
  });
  afterEach(async () => {
    await sync?.close();
    sync = undefined;
    await tokens.close();
    await server.close();
  });

  async function serverWith(providers: OAuthProvider[], isHosted = false): Promise<TestServer> {
    const made = await serverForProviders({ providers, vault, log, dovecotPort: dovecot.port, isHosted });
    tokens = createAccessTokens({ store: made.store, vault, log, providers, checkIntervalMs: 50 });
    return made;
  }
  const { start, comeBack, problemOf, ownCookie, signIn, added } = browserAt(() => ({ app: server.app, authority }));
  const mirror = (accountId: string): AccountSync =>
    (sync = startAccountSync(accountId, {
      store: server.store,
      ingest: server.ingest,
      vault,
      log,
      tokens,
      firstPauseMs: 20,
    }));
  const stateOf = (accountId: string) => server.store.read((reader) => getMirrorStatus(reader, accountId));
  const grantOf = (accountId: string) => server.store.read((reader) => getGrant(reader, accountId, vault));
  /** As if time had passed: the token is due for renewal, or has expired. */
  async function grantAges(accountId: string, hasEnded: boolean): Promise<void> {
    const grant = (await grantOf(accountId))!;
    const past = new Date(Date.now() - 1000);
    const lifetime = { renewAt: past, expiresAt: hasEnded ? past : grant.tokens!.lifetime!.expiresAt };
    await server.store.write((tx) => renewGrant(tx, grant, { ...grant.tokens!, lifetime }, vault));
  }
  const isUpToDate = (accountId: string) =>
    eventually(async () => expect(await stateOf(accountId)).toMatchObject({ state: "upToDate" }));

  test("the person signs in there, and the account is mirrored with the token that came", async () => {
    const accountId = await added("ann@example.org");
    mirror(accountId);
    await isUpToDate(accountId);
    expect(await stateOf(accountId)).toMatchObject({ email: "ann@example.org", username: "ann@example.org" });
    const identities = await server.store.read((reader) => getIdentities(reader, accountId));
    expect(identities).toMatchObject([{ name: "Ann Test", email: "ann@example.org" }]);
    const session = await server.client.session();
    expect(session.capabilities[PROVIDER_SIGN_IN]).toEqual({
      startUrl: "http://127.0.0.1/auth/oauth/start",
      providers: [{ id: "example", name: "Example Mail", domains: ["example.org"] }],
    });
    expect(session.accounts[accountId]?.accountCapabilities[PROVIDER_SIGN_IN]).toEqual({
      provider: { id: "example", name: "Example Mail" },
    });
  });

  test("[7636] the way there has a challenge by S256, a state and our own address to come back to", async () => {
    const begun = await start({ address: "ann@example.org" }, await ownCookie());
    const { searchParams } = new URL(begun.json<{ url: string }>().url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: "http://127.0.0.1/auth/oauth/callback",
      login_hint: "ann@example.org",
    });
    expect(begun.headers["set-cookie"]).toMatch(/pismo_oauth_80=.*Path=\/auth\/oauth; HttpOnly; SameSite=Lax/);
  });

  test("an answer is taken once, in the browser that asked, with its state and from its issuer", async () => {
    const begun = await start({ address: "ann@example.org" }, await ownCookie());
    const { url } = begun.json<{ url: string }>();
    const back = await authority.walkThrough(url, "ann@example.org");
    expect(await problemOf(back, "")).toBe("expired");
    const other = cookieOf(await start({ address: "eve@example.org" }, await ownCookie()));
    expect(await problemOf(back, other)).toBe("expired");
    const [wrongState, wrongIssuer] = [new URL(back), new URL(back)];
    wrongState.searchParams.set("state", "x".repeat(43));
    expect(await problemOf(wrongState, cookieOf(begun))).toBe("expired");
    wrongIssuer.searchParams.set("iss", "https://evil.example");
    expect(await problemOf(wrongIssuer, cookieOf(begun))).toBe("provider");
    // The attempt has used it up.
    expect(await problemOf(back, cookieOf(begun))).toBe("expired");
    expect(authority.grants).toEqual([]);
  });

  test("pages of other sites cannot begin a sign-in", async () => {
    const foreign = { ...page, origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect((await start({ address: "ann@example.org" }, await ownCookie(), foreign)).statusCode).toBe(403);
    expect((await start({ address: "ann@example.org" }, "")).statusCode).toBe(401);
    expect((await start({ provider: "other", address: "ann@example.org" }, await ownCookie())).statusCode).toBe(404);
    expect((await start({ address: "no address" }, await ownCookie())).statusCode).toBe(400);
    expect((await start({ accountId: "a99" }, await ownCookie())).statusCode).toBe(404);
  });

  test("a refusal there, or another address, is reported, and nothing is stored", async () => {
    const denied = await signIn({ address: "ann@example.org" }, "ann@example.org", "cancel");
    expect(Object.fromEntries(denied)).toEqual({ problem: "denied", provider: "example" });
    const other = await signIn({ address: "ann@example.org" }, "bob@example.org");
    expect(other.get("problem")).toBe("otherAddress");
    const taken = await signIn({ address: "you@pismo.localhost" }, "you@pismo.localhost");
    expect(taken.get("problem")).toBe("taken");
    expect(Object.keys((await server.client.session(true)).accounts)).toEqual([server.accountId]);
  });

  test("a provider that cannot be asked is a reason to try later", async () => {
    authority.isDown = true;
    expect((await start({ address: "ann@example.org" }, await ownCookie())).statusCode).toBe(503);
    authority.isDown = false;
    expect(await added("ann@example.org")).not.toBe("");
  });

  test("[RFC 6749 §10.4] a token is renewed before it ends, once for all requests, and the new refresh token is stored", async () => {
    const accountId = await added("ann@example.org");
    await tokens.close();
    tokens = createAccessTokens({ store: server.store, vault, log, providers: [provider], checkIntervalMs: 3_600_000 });
    const first = (await grantOf(accountId))?.tokens;
    await grantAges(accountId, false);
    authority.grants.length = 0;
    const source = tokens.of(accountId);
    const given = await Promise.all([source(), source(), tokens.of(accountId)()]);
    expect(new Set(given).size).toBe(1);
    expect(given[0]).not.toBe(first?.accessToken);
    expect(authority.grants).toEqual(["refresh_token"]);
    const renewed = (await grantOf(accountId))?.tokens;
    expect(renewed?.accessToken).toBe(given[0]);
    expect(renewed?.refreshToken).not.toBe(first?.refreshToken);
    // One that the mail server refuses is not given again.
    expect(await source(given[0])).not.toBe(given[0]);
    expect(await Promise.all([source(given[0]), source(given[0])])).toHaveLength(2);
    expect(authority.grants).toEqual(["refresh_token", "refresh_token"]);
  });

  test("it is renewed in the background, so that no request waits", async () => {
    // Half of its time is left when it is renewed.
    authority.accessTokenSeconds = 8;
    const accountId = await added("ann@example.org");
    const before = (await grantOf(accountId))?.tokens?.accessToken;
    await eventually(async () => expect((await grantOf(accountId))?.tokens?.accessToken).not.toBe(before));
    expect(authority.grants).toContain("refresh_token");
  });

  test("a revoked grant requires a new sign-in, and nothing else", async () => {
    const accountId = await added("ann@example.org");
    mirror(accountId);
    await isUpToDate(accountId);
    await authority.revokeAll("ann@example.org");
    await dovecot.restart();
    await eventually(async () => expect(await stateOf(accountId)).toMatchObject({ state: "signIn" }));
    expect((await stateOf(accountId))?.problem).toMatch(/^signIn: /);
    // The provider is not asked again and again.
    const asked = authority.grants.length;
    sync?.requestPass();
    await eventually(async () => expect(await grantOf(accountId)).toMatchObject({ refusal: expect.any(String) }));
    await expect(tokens.of(accountId)()).rejects.toThrow("grant request is invalid");
    expect(authority.grants).toHaveLength(asked);

    const again = await signIn({ accountId }, "ann@example.org");
    expect(Object.fromEntries(again)).toEqual({ done: "again", account: accountId });
    await isUpToDate(accountId);
  });

  test("while the provider is away the account is offline, and comes back by itself", async () => {
    const accountId = await added("ann@example.org");
    authority.isDown = true;
    await grantAges(accountId, true);
    mirror(accountId);
    await eventually(async () => expect(await stateOf(accountId)).toMatchObject({ state: "offline" }));
    authority.isDown = false;
    await isUpToDate(accountId);
  });

  test("messages are sent with the token too", async () => {
    const accountId = await added("ann@example.org");
    const { store, ingest } = server;
    const sent = await store.read((reader) => findMailboxByRole(reader, accountId, "sent"));
    const bytes = Buffer.from("From: ann@example.org\r\nTo: bob@example.net\r\nSubject: With a token\r\n\r\nHello\r\n");
    const email = await ingest.deliver({ accountId, bytes, mailboxIds: [sent?.id ?? ""], keywords: ["$seen"] });
    // One that was ended before its time: the next is asked for on the way.
    await authority.revokeAccessTokens("ann@example.org");
    await store.write(async (tx) => {
      const [identity] = await getIdentities(tx, accountId);
      const mailFrom = { email: "ann@example.org", parameters: null };
      const envelope = { mailFrom, rcptTo: [{ email: "bob@example.net", parameters: null }] };
      const identityId = identity?.id ?? "";
      await insertSubmission(tx, accountId, { identityId, emailId: email.id, envelope, sendAt: new Date() });
    });
    const config = { domain: "pismo.localhost", smtpUrl: undefined };
    const membership = await store.join(["jobs"]);
    const queue = startSubmissionQueue({ config, store, ingest, log, vault, tokens, membership });
    await eventually(async () => expect(peer.messages).toMatchObject([{ from: "ann@example.org" }]));
    expect(peer.messages[0]?.text).toContain("Subject: With a token");
    await queue.close();
  });

  const waiting = () => server.store.read((reader) => listRevocations(reader, vault));

  test("[7009 §2] who removes an account ends its tokens at the provider, also when that is down at the moment", async () => {
    const accountId = await added("ann@example.org");
    const { accessToken, refreshToken } = (await grantOf(accountId))!.tokens!;
    authority.isDown = true;
    await removeMirroredAccount(server.store, accountId, createLogger("silent"));
    expect(await server.store.read((reader) => listGrants(reader, [accountId]))).toEqual(new Map());
    expect(await waiting()).toHaveLength(1);
    expect(
      JSON.stringify(await server.store.read((reader) => reader.all("select * from oauth_revocation"))),
    ).not.toContain(accessToken);
    authority.isDown = false;
    await eventually(async () => expect(await waiting()).toEqual([]));
    expect([await authority.takes(accessToken), await authority.takes(refreshToken!)]).toEqual([false, false]);
    for (const secret of [accessToken, refreshToken!]) expect(logged).not.toContain(secret);
  });

  test("[7009 §2] a new sign-in revokes refused tokens, and the new ones are left alone", async () => {
    const accountId = await added("ann@example.org");
    const before = (await grantOf(accountId))!.tokens!;
    // It still opens the mailbox: it is not revoked before there is another.
    await start({ accountId }, await ownCookie());
    expect(await authority.takes(before.refreshToken!)).toBe(true);
    await server.store.write((tx) => setMirrorState(tx, accountId, "signIn", "signIn: refused"));
    await start({ accountId }, await ownCookie());
    expect(await authority.takes(before.refreshToken!)).toBe(false);
    expect((await signIn({ accountId }, "ann@example.org")).get("done")).toBe("again");
    const after = (await grantOf(accountId))!.tokens!;
    // The same with one that works: of a consent that may be the same, the old access token alone goes.
    expect((await signIn({ accountId }, "ann@example.org")).get("done")).toBe("again");
    await eventually(async () => expect(await waiting()).toEqual([]));
    const now = (await grantOf(accountId))!.tokens!;
    expect(await authority.takes(after.accessToken)).toBe(false);
    expect([await authority.takes(now.accessToken), await authority.takes(now.refreshToken!)]).toEqual([true, true]);
  });

  test("a provider without revocation prevents nothing", async () => {
    await tokens.close();
    await server.close();
    const endpoints = { authorization: `${authority.issuer}/auth`, token: `${authority.issuer}/token` };
    server = await serverWith([{ ...provider, endpoints }]);
    await removeMirroredAccount(server.store, await added("ann@example.org"), createLogger("silent"));
    await eventually(async () => expect(await waiting()).toEqual([]));
  });

  test("where several people are served, one gets in by the provider, into the own account alone", async () => {
    await tokens.close();
    await server.close();
    server = await serverWith([provider], true);
    const anyone = await server.app.inject({ url: "/.well-known/jmap", headers: page });
    expect(anyone.json()).toMatchObject({
      status: 401,
      signInWith: { start: "/auth/oauth/start", providers: [{ id: "example", name: "Example Mail" }] },
    });
    const enter = async (person: string): Promise<Session> => {
      const begun = await start({});
      const back = await authority.walkThrough(begun.json<{ url: string }>().url, person);
      const reply = await comeBack(back, cookieOf(begun));
      expect(reply.headers.location).toMatch(/^\/sign-in\/provider\?done=enter/);
      const cookie = cookieOf(reply);
      return (await server.app.inject({ url: "/.well-known/jmap", headers: { ...page, cookie } })).json<Session>();
    };
    const [ann, bob, again] = [
      await enter("ann@example.org"),
      await enter("bob@example.org"),
      await enter("ann@example.org"),
    ];
    expect([ann.username, bob.username]).toEqual(["ann@example.org", "bob@example.org"]);
    expect(Object.keys(ann.accounts)).toHaveLength(1);
    expect(again.accounts).toEqual(ann.accounts);
    expect(Object.keys(bob.accounts)).not.toEqual(Object.keys(ann.accounts));
    expect((await start({ address: "eve@example.org" })).statusCode).toBe(401);
  });

  const accountWith = (host: string, username: string) =>
    server.store.write(async (tx) => {
      const { id } = await createAccount(tx, { name: "", email: "ann@example.org" });
      await putImapServer(tx, id, { ...provider.server!, password: "x", host, username }, vault);
    });
  const logins = async () =>
    (await server.store.read(getMailServers)).map(({ imap, username }) => `${username} at ${imap?.host}`);

  test("an account of another server with the same address is not turned into the provider's", async () => {
    await accountWith("imap.other.example", "ann@example.org");
    expect((await signIn({ address: "ann@example.org" }, "ann@example.org")).get("problem")).toBe("taken");
    expect(await logins()).toEqual(["ann@example.org at imap.other.example"]);
  });

  test("who enters by the provider is given no account of another login that shows the address", async () => {
    await tokens.close();
    await server.close();
    server = await serverWith([provider], true);
    await accountWith(provider.server!.host, "ann");
    const begun = await start({});
    const back = await authority.walkThrough(begun.json<{ url: string }>().url, "ann@example.org");
    await comeBack(back, cookieOf(begun));
    expect(await logins()).toEqual(["ann at 127.0.0.1", "ann@example.org at 127.0.0.1"]);
  });

  test("no secret gets into the log, and none is in the store in the clear", async () => {
    const accountId = await added("ann@example.org");
    mirror(accountId);
    await isUpToDate(accountId);
    const { accessToken, refreshToken } = (await grantOf(accountId))!.tokens!;
    await tokens.of(accountId)(accessToken);
    await authority.revokeAll("ann@example.org");
    await expect(tokens.of(accountId)((await grantOf(accountId))!.tokens!.accessToken)).rejects.toThrow(
      "grant request is invalid",
    );
    expect(logged).toContain("The provider takes a grant no longer");
    const rows = await server.store.read((reader) => reader.all("select * from oauth_grant"));
    for (const secret of [accessToken, refreshToken ?? "", provider.clientSecret ?? ""]) {
      expect(logged).not.toContain(secret);
      expect(JSON.stringify(rows)).not.toContain(secret);
    }
    const { ids } = await server.store.read((reader) => queryEmails(reader, accountId, { filter: null }));
    expect(ids).toEqual([]);
  });
});
