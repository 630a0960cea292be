/** A server for several people: they sign in with what a real mail server lets them in by. */
import { CORE, type Session, SIGN_IN } from "@pismo/jmap";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPasswordCheck } from "../src/bridge/imap/connection/check-password.ts";
import { createLogger } from "../src/log.ts";
import { createBrowserSession } from "../src/store/auth/browser-sessions.ts";
import { getImapServer } from "../src/store/mirror/imap-accounts.ts";
import { vaultWith } from "../src/store/auth/vault.ts";
import { canRunDovecot, type Dovecot, startDovecot } from "./servers/dovecot.ts";
import { type TestServer, testServer } from "./support/server.ts";

const page = { host: "127.0.0.1", origin: "http://127.0.0.1", "sec-fetch-site": "same-origin" };

const cookieOf = ({ cookies }: { cookies: { name: string; value: string }[] }): string =>
  cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

describe.skipIf(!canRunDovecot)("where several people are served", () => {
  let dovecot: Dovecot;
  let server: TestServer;
  const vault = vaultWith(new Uint8Array(32).fill(7));

  beforeAll(async () => {
    dovecot = await startDovecot({ password: "pässword-17" });
  });
  afterAll(() => dovecot.stop());
  beforeEach(async () => {
    server = await serverFor(dovecot.port);
  });
  afterEach(() => server.close());

  const serverFor = (port: number): Promise<TestServer> =>
    testServer({
      checkPassword: (store) =>
        createPasswordCheck({
          store,
          vault,
          server: { host: "127.0.0.1", port, security: "plain", smtpUrl: null },
          domain: "example.org",
          log: createLogger("silent"),
        }),
    });
  const signIn = (username: string, password: string, headers: Record<string, string> = {}, peer = "127.0.0.1") =>
    server.app.inject({
      method: "POST",
      url: "/auth/sign-in",
      remoteAddress: peer,
      headers: { ...page, "content-type": "application/json", "user-agent": "A browser", ...headers },
      payload: JSON.stringify({ username, password }),
    });
  const enter = async (username: string): Promise<string> => cookieOf(await signIn(username, dovecot.password));
  const ask = (url: string, cookie: string, method: "GET" | "POST" | "DELETE" = "GET") =>
    server.app.inject({ method, url, headers: { ...page, cookie } });
  const session = (cookie: string) => ask("/.well-known/jmap", cookie);

  test("no one is in before, and the answer says where one signs in; the page is for everyone", async () => {
    const answer = await session("");
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ status: 401, signIn: "/auth/sign-in" });
    const html = await server.app.inject({
      url: "/sign-in",
      remoteAddress: "203.0.113.9",
      headers: { host: "127.0.0.1" },
    });
    expect(html.statusCode).toBe(200);
    expect(html.cookies).toEqual([]);
  });

  test("who the mail server lets in has one account, the same each time, and no other's", async () => {
    const answer = await signIn("ann", dovecot.password);
    expect(answer.statusCode).toBe(204);
    expect(String(answer.headers["set-cookie"])).toMatch(/pismo_session.*?HttpOnly; SameSite=Strict/);
    const [ann, bob] = [cookieOf(answer), await enter("bob@example.org")];
    const mine = (await session(ann)).json<Session>();
    expect(mine.username).toBe("ann@example.org");
    expect(Object.values(mine.accounts).map(({ name }) => name)).toEqual(["ann@example.org"]);
    const [bobs] = Object.keys((await session(bob)).json<Session>().accounts);
    const { methodResponses } = (
      await server.app.inject({
        method: "POST",
        url: "/jmap/api",
        headers: { ...page, cookie: ann, "content-type": "application/json" },
        payload: JSON.stringify({
          using: [CORE, "urn:ietf:params:jmap:mail"],
          methodCalls: [["Mailbox/get", { accountId: bobs }, "c0"]],
        }),
      })
    ).json<{ methodResponses: unknown[][] }>();
    expect(methodResponses[0]?.[1]).toMatchObject({ type: "accountNotFound" });
    expect((await session(await enter("ann"))).json<Session>().accounts).toEqual(mine.accounts);
  });

  test("the password lies sealed, and opens the mail server", async () => {
    const { accounts } = (await session(await enter("ann"))).json<Session>();
    const [accountId = ""] = Object.keys(accounts);
    const known = await server.store.read((reader) => getImapServer(reader, accountId, vault));
    expect(known).toMatchObject({ username: "ann", password: dovecot.password });
    const rows = await server.store.read((reader) => reader.all<object>("select * from imap_account"));
    expect(JSON.stringify(rows)).not.toContain(dovecot.password);
  });

  test("a wrong password, an empty one and a body that is none are refused and say nothing more", async () => {
    for (const password of ["wrong", ""]) {
      const answer = await signIn("ann", password);
      expect(answer.statusCode).toBe(401);
      expect(answer.cookies).toEqual([]);
      expect(answer.body).not.toContain("Dovecot");
    }
    for (const payload of ["", "secret-in-no-json", "null", "{}", '{"username":1,"password":2}']) {
      const answer = await server.app.inject({
        method: "POST",
        url: "/auth/sign-in",
        headers: { ...page, "content-type": "application/json" },
        payload,
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.body).not.toContain("secret-in-no-json");
    }
  });

  test("a page of another site cannot sign anybody in or out", async () => {
    const cookie = await enter("ann");
    for (const site of [{ origin: "https://evil.example" }, { origin: "", "sec-fetch-site": "cross-site" }]) {
      const { origin, ...rest } = site;
      const headers = origin ? { origin, ...rest } : rest;
      const plain = { host: "127.0.0.1", "content-type": "application/json", ...headers };
      const payload = JSON.stringify({ username: "ann", password: dovecot.password });
      const there = await server.app.inject({ method: "POST", url: "/auth/sign-in", headers: plain, payload });
      expect(there.statusCode).toBe(403);
      const out = await server.app.inject({ method: "POST", url: "/auth/sign-out", headers: { ...plain, cookie } });
      expect(out.statusCode).toBe(403);
    }
    expect((await session(cookie)).statusCode).toBe(200);
  });

  test("a mail server that is away is no wrong password", async () => {
    const away = await serverFor(1);
    const answer = await away.app.inject({
      method: "POST",
      url: "/auth/sign-in",
      headers: { ...page, "content-type": "application/json" },
      payload: JSON.stringify({ username: "ann", password: "x" }),
    });
    expect(answer.statusCode).toBe(503);
    await away.close();
  });

  test("sessions are listed for their person, and each can be ended", async () => {
    const [here, there, bobs] = [await enter("ann"), await enter("ann"), await enter("bob")];
    expect((await session(here)).json<Session>().capabilities[SIGN_IN]).toMatchObject({
      sessionsUrl: "http://127.0.0.1/auth/sessions",
    });
    interface Listed {
      list: { id: string; isCurrent: boolean; userAgent: string }[];
    }
    const { list } = (await ask("/auth/sessions", here)).json<Listed>();
    expect(list).toHaveLength(2);
    expect(list[0]).toMatchObject({ userAgent: "A browser" });
    const other = list.find(({ isCurrent }) => !isCurrent)!.id;
    const [bobsOwn] = (await ask("/auth/sessions", bobs)).json<Listed>().list;
    expect((await ask(`/auth/sessions/${bobsOwn!.id}`, here, "DELETE")).statusCode).toBe(404);
    expect((await ask(`/auth/sessions/${other}`, here, "DELETE")).statusCode).toBe(204);
    expect((await session(there)).statusCode).toBe(401);
    const out = await ask("/auth/sign-out", here, "POST");
    expect(out.statusCode).toBe(204);
    expect(out.headers["set-cookie"]).toMatch(/=;.*(Max-Age=0|1970)/);
    expect((await session(here)).statusCode).toBe(401);
    expect((await session(bobs)).statusCode).toBe(200);
  });

  test("all other sessions of a person end at once, and no one else's", async () => {
    const [here, there, further, bobs] = [
      await enter("ann"),
      await enter("ann"),
      await enter("ann"),
      await enter("bob"),
    ];
    expect((await ask("/auth/sessions", here, "DELETE")).statusCode).toBe(204);
    const codes = await Promise.all([here, there, further, bobs].map(async (each) => (await session(each)).statusCode));
    expect(codes).toEqual([200, 401, 401, 200]);
  });

  test("a session that gets a new secret stays one in the list, with its time, and ends with all of its secrets", async () => {
    const old = await enter("ann");
    const day = 24 * 60 * 60 * 1000;
    const [signedInAt, expiresAt] = [Date.now() - 2 * day, Date.now() + 28 * day];
    await server.store.write((tx) =>
      tx.run("update browser_session set created_at = ?, expires_at = ?", signedInAt, expiresAt),
    );
    const renewed = cookieOf(await ask("/inbox", old));
    expect(renewed).not.toBe(old);
    // A page that is open with the old one still has time, but not for long.
    expect((await session(old)).statusCode).toBe(200);
    const expiries = await server.store.read((reader) =>
      reader.all<{ expires_at: number }>("select expires_at from browser_session order by id"),
    );
    expect(expiries[0]!.expires_at).toBeLessThanOrEqual(Date.now() + day / 24);
    expect(expiries[1]!.expires_at).toBeGreaterThan(Date.now() + 29 * day);
    const { list } = (await ask("/auth/sessions", renewed)).json<{
      list: { isCurrent: boolean; createdAt: string }[];
    }>();
    expect(list).toMatchObject([{ isCurrent: true, createdAt: new Date(signedInAt).toISOString() }]);
    expect((await ask("/auth/sign-out", renewed, "POST")).statusCode).toBe(204);
    expect([(await session(renewed)).statusCode, (await session(old)).statusCode]).toEqual([401, 401]);
  });

  test("the browser on this machine gets nothing by itself, and a session of personal mode opens nothing", async () => {
    const { secret } = await server.store.write((tx) => createBrowserSession(tx, new Date(Date.now() + 3_600_000)));
    expect((await session(`pismo_session_80=${secret}`)).statusCode).toBe(401);
    expect((await server.app.inject({ url: "/", headers: page })).cookies).toEqual([]);
  });
});
