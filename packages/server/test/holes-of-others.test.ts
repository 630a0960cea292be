/** What other mail servers and their tools fell to, tried here: docs/known-holes.md says which hole is which. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { navigation } from "./support/calls.ts";
import { type TestServer, testServer } from "./support/server.ts";

let server: TestServer;
/** Names that the check of passwords was asked for. */
const asked: string[] = [];
const refuseAll = (username: string): Promise<undefined> => {
  asked.push(username);
  return Promise.resolve(undefined);
};
beforeAll(async () => {
  server = await testServer({ checkPassword: () => refuseAll });
});
afterAll(() => server.close());

const ownPage = { host: "127.0.0.1", "sec-fetch-site": "same-origin" };
const signIn = (payload: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: "POST",
    url: "/auth/sign-in",
    headers: { ...ownPage, "content-type": "application/json", ...headers },
    payload,
  });

test.each([
  '{"username":"a@b.example","password":["secret"]}',
  '{"username":"a@b.example","password":true}',
  '{"username":"a@b.example","password":0}',
  '{"username":"a@b.example","password":null}',
  '{"username":"a@b.example","password":{"$ne":""}}',
  '{"username":["a@b.example"],"password":"x"}',
  '{"username":{"toString":"x"},"password":"x"}',
  '{"username":"a@b.example","password":"x","password":"y"}',
])(
  "CVE-2026-35541, CVE-2026-62644: a name or password of another kind is none, and is not compared: %s",
  async (body) => {
    asked.length = 0;
    expect((await signIn(body)).statusCode).toBe(400);
    expect(asked).toEqual([]);
  },
);

test("CVE-2026-48842: a name that would end a string of SQL is a name", async () => {
  const names = ["a\\' or 1=1 --", "a'; drop table account; --", 'a" or ""="', "a\\", "%_", "a\u0000' --"];
  for (const name of names) {
    asked.length = 0;
    const { statusCode } = await signIn(JSON.stringify({ username: name, password: "x" }));
    expect({ name, statusCode, asked }).toEqual({ name, statusCode: 401, asked: [name.toLowerCase()] });
  }
  expect((await server.client.session()).primaryAccounts["urn:ietf:params:jmap:mail"]).toBe(server.accountId);
});

test("CVE-2026-35537, CVE-2026-48847: a session is what the server knows by its secret, never what a cookie says", async () => {
  const values = [
    'O:8:"stdClass":1:{s:4:"file";s:11:"/etc/passwd";}',
    'a:1:{s:11:"attachments";a:1:{s:4:"path";s:9:"/data/x.y";}}',
    '{"accountId":"a1","isOwner":true}',
    Buffer.from('{"accountId":"a1"}').toString("base64url"),
    "../../../../data/pismo.db",
    "a1",
    "__proto__",
    "null",
    "1",
  ];
  for (const value of values) {
    for (const name of ["pismo_session_80", "pismo_session", "__Host-pismo_session"]) {
      const cookie = `${name}=${encodeURIComponent(value)}`;
      const { statusCode } = await server.app.inject({ url: "/jmap/session", headers: { ...ownPage, cookie } });
      expect({ value, statusCode }).toEqual({ value, statusCode: 401 });
    }
  }
});

test("CVE-2026-35536: a cookie has the attributes that we give it, whatever the request says", async () => {
  const personal = await testServer();
  const hostile = "x; Domain=attack.example; SameSite=None; Path=/x";
  const headers = { ...navigation, host: "127.0.0.1", "user-agent": hostile, referer: hostile };
  const cookies = [
    (await personal.app.inject({ url: `/?${encodeURIComponent(hostile)}`, headers })).headers["set-cookie"],
  ];
  await personal.close();
  expect(cookies.flat()).toHaveLength(1);
  const [, ...attributes] = String(cookies.flat()[0]).split("; ");
  expect(attributes.map((attribute) => attribute.replace(/=.*/, "")).toSorted()).toEqual([
    "Expires",
    "HttpOnly",
    "Path",
    "SameSite",
  ]);
  expect(attributes).toEqual(expect.arrayContaining(["Path=/", "SameSite=Strict"]));
});

test("CVE-2026-35535, CVE-2026-48844: the server starts no program but itself, and runs no text as a program", () => {
  const found = ["server", "jmap"].flatMap((name) => {
    const folder = join(import.meta.dirname, "../..", name, "src");
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .filter((file) =>
        /child_process|node:vm|node:repl|\beval\(|new Function\(/.test(readFileSync(join(folder, file), "utf8")),
      );
  });
  // Long queries run in a process that can be ended: it is forked from a file of ours, with data alone as its argument.
  expect(found).toEqual(["store/query/long/query-process.ts"]);
  const forking = readFileSync(join(import.meta.dirname, "../src/store/query/long/query-process.ts"), "utf8");
  expect(forking).toMatch(/import \{ type ChildProcess, fork \} from "node:child_process";/);
  expect(forking.match(/\bfork\(.*/g)).toEqual([
    'fork(new URL("./query-child.ts", import.meta.url), [JSON.stringify(data)], {',
  ]);
});
