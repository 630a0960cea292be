import { CORE, MAIL } from "@pismo/jmap";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createBrowserSession } from "../src/store/auth/browser-sessions.ts";
import { StoreError } from "../src/store/db/store.ts";
import { revokeToken } from "../src/store/auth/tokens.ts";
import { basic, echo, navigation } from "./support/calls.ts";
import { type TestServer, testServer } from "./support/server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.close());

interface Call {
  method?: "GET" | "POST" | "OPTIONS";
  headers?: Record<string, string>;
  peer?: string;
  payload?: string;
}

const ask = (url: string, { method = "GET", headers = {}, peer = "127.0.0.1", payload }: Call = {}) =>
  server.app.inject({
    method,
    url,
    remoteAddress: peer,
    headers: { host: "127.0.0.1", ...headers },
    ...(payload !== undefined && { payload }),
  });
const session = (call?: Call) => ask("/.well-known/jmap", call);
const api = ({ headers = {}, ...call }: Call) =>
  ask("/jmap/api", {
    method: "POST",
    payload: echo,
    headers: { "content-type": "application/json", ...headers },
    ...call,
  });
const bearer = (token: string): Call => ({ headers: { authorization: `Bearer ${token}` }, peer: "192.168.1.7" });

/** What a browser keeps after it opened the page. */
async function openPage(headers: Record<string, string> = {}): Promise<string> {
  const { cookies } = await ask("/inbox", { headers: { ...navigation, ...headers } });
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

describe("the browser on this machine", () => {
  test("gets its session with the page: a cookie that scripts and other sites do not see", async () => {
    const { headers, cookies } = await ask("/", { headers: navigation });
    expect(headers["set-cookie"]).toMatch(/HttpOnly.*SameSite=Strict/);
    expect(cookies[0]).toMatchObject({ path: "/" });
    expect((await session({ headers: { cookie: await openPage() } })).statusCode).toBe(200);
  });

  test("keeps its session with the next page", async () => {
    const cookie = await openPage();
    expect(await openPage({ cookie })).toBe("");
  });

  test("gets a new secret for an old session; a page that is still open goes on with the old one", async () => {
    const soon = new Date(Date.now() + 10 * 24 * 60 * 60 * 1000);
    const { secret } = await server.store.write((tx) => createBrowserSession(tx, soon));
    const old = `pismo_session_80=${secret}`;
    const fresh = await openPage({ cookie: old });
    expect(fresh).toMatch(/^pismo_session_80=/);
    expect(fresh).not.toBe(old);
    for (const cookie of [old, fresh]) expect((await session({ headers: { cookie } })).statusCode).toBe(200);
  });

  test("gets in no more when its session is over", async () => {
    const { secret } = await server.store.write((tx) => createBrowserSession(tx, new Date()));
    const cookie = `pismo_session_80=${secret}`;
    expect((await session({ headers: { cookie } })).statusCode).toBe(401);
    expect(await openPage({ cookie })).not.toBe("");
  });

  test("gets another one where its own is lost, when our page asks", async () => {
    const { statusCode, cookies } = await session({ headers: { "sec-fetch-site": "same-origin" } });
    expect(statusCode).toBe(200);
    expect(cookies).toHaveLength(1);
    for (const site of ["cross-site", "same-site", "none"]) {
      expect((await session({ headers: { "sec-fetch-site": site } })).statusCode).toBe(401);
    }
  });

  test.each([
    ["a picture", "no-cors", "image"],
    ["a frame", "navigate", "iframe"],
  ])("gets none for %s in another site's page, which would have a new one each time", async (_name, mode, dest) => {
    const site = { "sec-fetch-site": "cross-site", "sec-fetch-mode": mode, "sec-fetch-dest": dest };
    expect(await openPage(site)).toBe("");
    expect(await openPage({ ...site, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" })).not.toBe("");
  });

  test("cookies carry the port, since browsers share them between the ports of a host", async () => {
    const named = await testServer({ devOrigin: "http://127.0.0.1:5173" });
    const response = await named.app.inject({ url: "/", headers: { ...navigation, host: "localhost:5173" } });
    expect(response.cookies[0]?.name).toBe("pismo_session_5173");
    await named.close();
  });

  test.each([
    ["from another machine", { peer: "192.168.1.7" }],
    ["handed on by a proxy", { headers: { "x-forwarded-for": "203.0.113.5" } }],
    ["handed on by a tunnel", { headers: { "x-forwarded-host": "mail.example.org" } }],
    ["handed on by a cache", { headers: { via: "1.1 cache" } }],
    ["by another port's page", { headers: { "sec-fetch-site": "same-site" } }],
    ["by another site's page", { headers: { "sec-fetch-site": "cross-site" } }],
  ])("its cookie is worth nothing %s", async (_name, call: Call) => {
    const cookie = await openPage();
    const answer = await session({ ...call, headers: { cookie, ...call.headers } });
    expect(answer.statusCode).toBe(401);
  });

  test.each(["http://evil.example", "http://127.0.0.1:3000", "null", "https://127.0.0.1"])(
    "a page of %s may not call with the cookie",
    async (origin) => {
      const cookie = await openPage();
      expect((await api({ headers: { cookie, origin } })).statusCode).toBe(403);
      expect((await api({ headers: { cookie, origin: "http://127.0.0.1" } })).statusCode).toBe(200);
    },
  );
});

describe("DNS rebinding", () => {
  test.each(["/", "/.well-known/jmap", "/jmap/session", "/jmap/api", "/assets/x.js", "/jmap/eventsource"])(
    "a foreign Host gets nothing at %s, not even with a token",
    async (url) => {
      for (const host of ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "127.0.0.1:81", "2130706433"]) {
        const answer = await ask(url, { headers: { host, authorization: `Bearer ${server.token}` } });
        expect(answer.statusCode).toBe(421);
        expect(answer.headers["content-type"]).toContain("application/problem+json");
        expect(answer.cookies).toEqual([]);
      }
    },
  );

  test.each(["127.0.0.1", "localhost", "LOCALHOST:80", "[::1]", "127.0.0.1:80"])("%s is ours", async (host) => {
    expect((await ask("/", { headers: { host } })).statusCode).not.toBe(421);
  });
});

describe("tokens", () => {
  test("are taken as Bearer and as the password of Basic", async () => {
    expect((await session(bearer(server.token))).statusCode).toBe(200);
    const authorization = basic("anybody", server.token);
    expect((await session({ headers: { authorization } })).statusCode).toBe(200);
  });

  test("with Basic the user name chooses the primary mailbox", async () => {
    const { accountId } = await server.addMailbox("anna");
    const answer = await session({ headers: { authorization: basic("Anna@pismo.localhost", server.token) } });
    expect(answer.json()).toMatchObject({ username: "anna@pismo.localhost", primaryAccounts: { [MAIL]: accountId } });
  });

  test("for one mailbox open no other", async () => {
    const { accountId, token } = await server.addMailbox("anna");
    expect(Object.keys((await session(bearer(token))).json<{ accounts: object }>().accounts)).toEqual([accountId]);
    const methodCalls = [["Mailbox/get", { accountId: server.accountId }, "c0"]];
    const payload = JSON.stringify({ using: [CORE, "urn:ietf:params:jmap:mail"], methodCalls });
    const { methodResponses } = (await api({ ...bearer(token), payload })).json<{ methodResponses: unknown[][] }>();
    expect(methodResponses[0]?.[1]).toMatchObject({ type: "accountNotFound" });
  });

  test("end when they are revoked", async () => {
    await server.store.write((tx) => revokeToken(tx, "k1"));
    expect((await session(bearer(server.token))).statusCode).toBe(401);
  });

  test("an Authorization header that is wrong is not made good by the cookie", async () => {
    const cookie = await openPage();
    expect((await session({ headers: { cookie, authorization: "Bearer wrong" } })).statusCode).toBe(401);
  });

  test.each(["Bearer", "Bearer ", "Digest username=x", "Basic !!!", "Basic bm9jb2xvbg==", "nonsense"])(
    "%o is not a way in",
    async (authorization) => {
      expect((await session({ headers: { authorization } })).statusCode).toBe(401);
    },
  );

  test("guessing ends early, and shuts out no one who was in before", async () => {
    await session(bearer(server.token));
    for (let attempt = 0; attempt < 20; attempt++) await session(bearer(`wrong${attempt}`));
    const blocked = await session(bearer("wrong"));
    expect(blocked.statusCode).toBe(429);
    expect(Number(blocked.headers["retry-after"])).toBeGreaterThan(0);
    expect((await session(bearer(server.token))).statusCode).toBe(200);
    expect((await session({ ...bearer("wrong"), peer: "192.168.1.8" })).statusCode).toBe(401);
  });
});

test("a full disk keeps out no one who could read before", async () => {
  const soon = new Date(Date.now() + 10 * 24 * 60 * 60 * 1000);
  const { secret } = await server.store.write((tx) => createBrowserSession(tx, soon));
  const cookie = `pismo_session_80=${secret}`;
  vi.spyOn(server.store, "write").mockRejectedValue(new StoreError("diskFull", "The disk is full"));
  expect((await ask("/inbox", { headers: { cookie } })).statusCode).toBe(200);
  expect((await session({ headers: { cookie } })).statusCode).toBe(200);
  expect((await session(bearer(server.token))).statusCode).toBe(200);
});

describe("nothing answers without one of the two", () => {
  test.each(["/.well-known/jmap", "/jmap/session", "/jmap/eventsource", "/jmap/download/a1/b/x", "/jmap/nothing"])(
    "%s",
    async (url) => {
      const { statusCode, headers } = await ask(url);
      expect(statusCode).toBe(401);
      expect(headers["www-authenticate"]).toEqual(['Bearer realm="Pismo"', 'Basic realm="Pismo", charset="UTF-8"']);
    },
  );

  test("POST to the API and to the upload", async () => {
    expect((await api({})).statusCode).toBe(401);
    expect((await ask("/jmap/upload/a1/", { method: "POST", payload: "x" })).statusCode).toBe(401);
  });

  test("a page's own fetch is not challenged to Basic: the browser would open its password window", async () => {
    const { headers } = await session({ headers: { "sec-fetch-mode": "cors", "sec-fetch-site": "same-site" } });
    expect(headers["www-authenticate"]).toEqual(['Bearer realm="Pismo"']);
  });
});

describe("clients in pages of other origins", () => {
  const origin = "https://mail.example";

  test("may ask first (CORS), and then call with a token, without the cookie", async () => {
    const preflight = await ask("/jmap/api", {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({ "access-control-allow-origin": "*" });
    expect(preflight.headers["access-control-allow-headers"]).toContain("authorization");
    expect(preflight.headers).not.toHaveProperty("access-control-allow-credentials");
    for (const authorization of [`Bearer ${server.token}`, basic("you", server.token)]) {
      const answer = await api({ headers: { origin, authorization } });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["access-control-allow-origin"]).toBe("*");
    }
  });

  test("a form cannot use the Basic credentials that the browser remembers", async () => {
    const authorization = basic("you", server.token);
    const headers = { origin, authorization, "content-type": "text/plain" };
    const upload = `/jmap/upload/${server.accountId}/`;
    expect((await ask(upload, { method: "POST", payload: "x", headers })).statusCode).toBe(403);
    expect((await api({ headers })).statusCode).toBe(403);
  });

  test("the page itself and its files are for no other origin", async () => {
    expect((await ask("/", { headers: { origin } })).headers).not.toHaveProperty("access-control-allow-origin");
  });
});
