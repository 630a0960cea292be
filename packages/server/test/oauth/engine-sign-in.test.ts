/** In front of a JMAP engine that takes a provider's tokens: signing in, tokens that end, and signing out. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { createAccessTokens } from "../../src/bridge/oauth/access-tokens.ts";
import { createLogger } from "../../src/log.ts";
import { listBrowserSessions } from "../../src/store/auth/browser-sessions.ts";
import { listRevocations, type OAuthTokens } from "../../src/store/auth/oauth-grants.ts";
import { getSessionGrant, renewSessionGrant } from "../../src/store/auth/session-grants.ts";
import { type TestServer, testServer } from "../support/server.ts";
import { browserAt, cookieOf, page } from "./browser.ts";
import { type EngineWorld, engineWorld, mailboxes, PERSON } from "./engine-world.ts";

let world: EngineWorld;
let front: TestServer;
let logged: string;
const log = createLogger("debug", { write: (line) => (logged += line) });

beforeAll(async () => {
  world = await engineWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  logged = "";
  world.authority.isDown = false;
  world.authority.grants.length = 0;
  front = await testServer({ upstreamUrl: world.proxy.url, upstreamProviders: [world.provider], log });
});
afterEach(() => front.close());

const { start, comeBack } = browserAt(() => ({ app: front.app, authority: world.authority }));

/** The whole sign-in. @returns the cookie of the session */
async function enter(): Promise<string> {
  const begun = await start({});
  const back = await world.authority.walkThrough(begun.json<{ url: string }>().url, PERSON);
  const reply = await comeBack(back, cookieOf(begun));
  expect(reply.headers.location).toMatch(/done=enter/);
  return cookieOf(reply);
}
const sessionOf = (cookie: string) => front.app.inject({ url: "/.well-known/jmap", headers: { ...page, cookie } });
const list = (cookie: string) =>
  front.app.inject({
    method: "POST",
    url: "/jmap/api",
    headers: { ...page, cookie, "content-type": "application/json" },
    payload: mailboxes(world.engine.accountId),
  });
const signOut = (cookie: string) =>
  front.app.inject({ method: "POST", url: "/auth/sign-out", headers: { ...page, cookie } });

/** The grant of the one session. */
async function grantNow() {
  const [row] = await front.store.read((reader) =>
    reader.all<{ account_id: number; credential: string }>("select account_id, credential from browser_session"),
  );
  const key = { accountId: `a${row!.account_id}`, credential: row!.credential };
  const grant = await front.store.read((reader) => getSessionGrant(reader, key, front.vault));
  return { key, grant };
}

/** As if time had passed since the sign-in: the token is due for renewal, or has expired. */
async function tokensAge(until: "renewal" | "end"): Promise<OAuthTokens> {
  const { key, grant } = await grantNow();
  const past = new Date(Date.now() - 1000);
  const expiresAt = until === "end" ? past : grant!.tokens.lifetime!.expiresAt;
  const tokens = { ...grant!.tokens, lifetime: { renewAt: past, expiresAt } };
  await front.store.write((tx) => renewSessionGrant(tx, key, { ...grant!, tokens }, front.vault));
  return tokens;
}

test("the page offers the provider alone, and who has signed in there has their mail", async () => {
  const refused = await sessionOf("");
  expect(refused.statusCode).toBe(401);
  expect(refused.json()).toMatchObject({
    signInWith: { start: "/auth/oauth/start", providers: [{ id: "example", name: "Example Mail" }] },
  });
  const cookie = await enter();
  const session = await sessionOf(cookie);
  expect(session.statusCode).toBe(200);
  expect(session.json()).toMatchObject({ username: "you@pismo.localhost" });
  expect((await list(cookie)).body).toContain('"Inbox"');
  const { tokens } = (await grantNow()).grant!;
  const rows = JSON.stringify(await front.store.read((reader) => reader.all("select * from browser_session")));
  for (const secret of [tokens.accessToken, tokens.refreshToken!]) {
    expect(rows + logged + session.body + cookie).not.toContain(secret);
  }
  expect(world.renewals()).toBe(0);
});

test("a token that is about to expire is renewed first, once for all requests, and stored", async () => {
  const cookie = await enter();
  const before = await tokensAge("renewal");
  const answers = await Promise.all(Array.from({ length: 5 }, () => list(cookie)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(world.renewals()).toBe(1);
  const { tokens } = (await grantNow()).grant!;
  expect(tokens.accessToken).not.toBe(before.accessToken);
  expect(tokens.refreshToken).not.toBe(before.refreshToken);
  expect((await list(cookie)).statusCode).toBe(200);
  expect(world.renewals()).toBe(1);
});

test("a token that the engine refuses is renewed once, and the request is sent again", async () => {
  const cookie = await enter();
  expect((await list(cookie)).statusCode).toBe(200);
  await world.authority.revokeAccessTokens(PERSON);
  const again = await list(cookie);
  expect([again.statusCode, world.renewals()]).toEqual([200, 1]);
  expect(again.body).toContain('"Inbox"');
});

test("while the provider is away the token is used until it expires; then the server cannot be reached", async () => {
  const cookie = await enter();
  await tokensAge("renewal");
  // The session of the engine is known: the proxy, which asks the provider too, is not asked now.
  world.authority.isDown = true;
  expect((await list(cookie)).statusCode).not.toBe(401);
  await tokensAge("end");
  expect((await list(cookie)).statusCode).toBe(503);
  world.authority.isDown = false;
  expect((await list(cookie)).statusCode).toBe(200);
});

test("a grant that the provider refuses asks for a sign-in, and the provider once; signing in again helps", async () => {
  const cookie = await enter();
  expect((await list(cookie)).statusCode).toBe(200);
  await world.authority.revokeAll(PERSON);
  const refused = await list(cookie);
  expect(refused.statusCode).toBe(401);
  expect(refused.json()).toMatchObject({ signInWith: { providers: [{ id: "example" }] } });
  expect((await sessionOf(cookie)).statusCode).toBe(401);
  expect(world.renewals()).toBe(1);
  expect((await grantNow()).grant).toBeUndefined();
  expect((await list(await enter())).statusCode).toBe(200);
});

test("a no at the provider, and a person whom the engine does not know, get no session", async () => {
  for (const [person, answer, problem] of [
    [PERSON, "cancel", "denied"],
    ["eve@example.org", "consent", "otherAddress"],
  ] as const) {
    const begun = await start({});
    const back = await world.authority.walkThrough(begun.json<{ url: string }>().url, person, answer);
    const reply = await comeBack(back, cookieOf(begun));
    expect(new URL(reply.headers.location ?? "", "http://x").searchParams.get("problem")).toBe(problem);
    expect(reply.cookies).toEqual([]);
  }
  expect(await front.store.read((reader) => reader.all("select id from browser_session"))).toEqual([]);
});

test("who signs out leaves no token: it is revoked at the provider", async () => {
  const cookie = await enter();
  const { key, grant } = await grantNow();
  const { accessToken, refreshToken } = grant!.tokens;
  expect(await world.authority.takes(accessToken)).toBe(true);
  expect((await signOut(cookie)).statusCode).toBe(204);
  expect(await front.store.read((reader) => listBrowserSessions(reader, key.accountId))).toEqual([]);
  expect((await list(cookie)).statusCode).toBe(401);
  const { store, vault } = front;
  expect(await store.read((reader) => listRevocations(reader, vault))).toMatchObject([{ provider: "example" }]);
  const tokens = createAccessTokens({ store, vault, log, providers: [world.provider], checkIntervalMs: 20 });
  await eventually(async () => {
    expect(await store.read((reader) => listRevocations(reader, vault))).toEqual([]);
  });
  await tokens.close();
  expect([await world.authority.takes(accessToken), await world.authority.takes(refreshToken!)]).toEqual([
    false,
    false,
  ]);
});
