/** The address with a one-time secret: for browsers that are not recognised. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createBrowserSession } from "../src/store/auth/browser-sessions.ts";
import { createOpeningLink } from "../src/store/auth/opening-links.ts";
import { navigation } from "./support/calls.ts";
import { type TestServer, testServer } from "./support/server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.close());

const elsewhere = { "x-forwarded-for": "203.0.113.5" };
const ask = (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" | "POST" = "GET") =>
  server.app.inject({ method, url, headers: { ...navigation, host: "127.0.0.1", ...elsewhere, ...headers } });

/** @returns the cookie */
async function openBy(link: string): Promise<string> {
  const { cookies } = await ask(link);
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
const statusWith = async (cookie: string) => (await ask("/.well-known/jmap", { cookie })).statusCode;

test("lets one browser in, wherever it is, and stays in no address", async () => {
  const { statusCode, headers } = await ask(await server.link());
  expect(statusCode).toBe(303);
  expect(headers).toMatchObject({ location: "/", "cache-control": "no-store", "referrer-policy": "no-referrer" });
  expect(headers["set-cookie"]).toMatch(/HttpOnly.*SameSite=Strict/);
  const cookie = await openBy(await server.link());
  expect(await statusWith(cookie)).toBe(200);
  // The page knows its caller too, and makes no other session.
  expect((await ask("/inbox", { cookie })).cookies).toEqual([]);
});

test("works once", async () => {
  const link = await server.link();
  expect(await openBy(link)).not.toBe("");
  expect(await openBy(link)).toBe("");
  const links = [await server.link(), await server.link()];
  const both = await Promise.all([links[0]!, links[0]!, links[1]!].map(openBy));
  expect(both.filter(Boolean)).toHaveLength(2);
});

test("has an end", async () => {
  const secret = await server.store.write((tx) => createOpeningLink(tx, new Date()));
  expect(await openBy(`/auth/open?secret=${secret}`)).toBe("");
});

test.each(["", "?secret=", "?secret=pismo_wrong", "?secret[]=x", "?secret=%00", "?secret=%"])(
  "%o opens nothing, and says no more than the page does",
  async (query) => {
    const { statusCode, headers, cookies } = await ask(`/auth/open${query}`);
    expect([statusCode, headers["location"], cookies]).toEqual([303, "/", []]);
  },
);

describe("is not used up", () => {
  test.each([
    ["by a request for the head", {}, "HEAD"],
    ["by a form", {}, "POST"],
    ["in advance", { "sec-purpose": "prefetch;prerender" }, "GET"],
    ["by a picture in a page", { "sec-fetch-dest": "image", "sec-fetch-site": "cross-site" }, "GET"],
    ["by a frame", { "sec-fetch-dest": "iframe", "sec-fetch-site": "cross-site" }, "GET"],
  ] as const)("%s", async (_, headers, method) => {
    const link = await server.link();
    expect((await ask(link, headers, method)).cookies).toEqual([]);
    expect(await openBy(link)).not.toBe("");
  });

  test("under a name that is not ours", async () => {
    const link = await server.link();
    expect((await ask(link, { host: "attack.example" })).statusCode).toBe(421);
    expect(await openBy(link)).not.toBe("");
  });
});

test("its session is renewed as one that holds everywhere", async () => {
  const soon = new Date(Date.now() + 60_000);
  const owner = { accountId: null, userAgent: "", isByLink: true };
  const { secret } = await server.store.write((tx) => createBrowserSession(tx, soon, owner));
  const { cookies } = await ask("/inbox", { cookie: `pismo_session_80=${secret}` });
  expect(cookies).toHaveLength(1);
  expect(await statusWith(`pismo_session_80=${cookies[0]!.value}`)).toBe(200);
});

test("opens no session where several people are served", async () => {
  const link = await server.link();
  const hosted = await testServer({ checkPassword: () => async () => undefined });
  await hosted.store.write((tx) => createOpeningLink(tx, new Date(Date.now() + 60_000)));
  const answer = await hosted.app.inject({ url: link, headers: { ...navigation, host: "127.0.0.1" } });
  expect(answer.cookies).toEqual([]);
  await hosted.close();
});
