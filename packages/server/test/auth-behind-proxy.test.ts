import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { basic, echo, navigation } from "./support/calls.ts";
import { type TestServer, testServer } from "./support/server.ts";

describe("behind a proxy", () => {
  const publicUrl = "https://mail.example.org";
  let proxied: TestServer;
  beforeEach(async () => {
    proxied = await testServer({ publicUrl });
  });
  afterEach(() => proxied.close());
  const get = (url: string, headers: Record<string, string>) => proxied.app.inject({ url, headers });

  test("the public name is ours, and the session's URLs carry it", async () => {
    const headers = { host: "mail.example.org", authorization: `Bearer ${proxied.token}` };
    const { apiUrl } = (await get("/.well-known/jmap", headers)).json<{ apiUrl: string }>();
    expect(apiUrl).toBe(`${publicUrl}/jmap/api`);
  });

  test("the loopback name keeps its own URLs: a page may call its own origin only", async () => {
    const headers = { host: "127.0.0.1", authorization: `Bearer ${proxied.token}` };
    const { apiUrl } = (await get("/.well-known/jmap", headers)).json<{ apiUrl: string }>();
    expect(apiUrl).toBe("http://127.0.0.1/jmap/api");
  });

  test("no browser gets a session by itself: a page says how to get one, and a program is asked for its token", async () => {
    const host = "mail.example.org";
    const answer = await get("/inbox", { ...navigation, host });
    expect(answer.statusCode).toBe(200);
    expect(answer.cookies).toEqual([]);
    expect(answer.headers).not.toHaveProperty("www-authenticate");
    const program = await get("/inbox", { host });
    expect(program.statusCode).toBe(401);
    expect(program.headers["www-authenticate"]).toContain('Basic realm="Pismo", charset="UTF-8"');
    const page = await get("/inbox", { host, authorization: basic("", proxied.token) });
    expect(page.statusCode).not.toBe(401);
  });

  test("nor by the loopback name: a proxy that leaves no trace asks under it", async () => {
    const answer = await get("/inbox", { host: "127.0.0.1" });
    expect(answer.statusCode).toBe(401);
    expect(answer.cookies).toEqual([]);
    const headers = { host: "127.0.0.1", "sec-fetch-site": "same-origin" };
    expect((await get("/.well-known/jmap", headers)).statusCode).toBe(401);
  });

  test("its own page calls with the token that the browser remembers", async () => {
    const answer = await proxied.app.inject({
      method: "POST",
      url: "/jmap/api",
      payload: echo,
      headers: {
        host: "mail.example.org",
        origin: publicUrl,
        authorization: basic("", proxied.token),
        "content-type": "application/json",
      },
    });
    expect(answer.statusCode).toBe(200);
  });
});
