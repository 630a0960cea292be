/** Whatever is asked for, an answer says nothing of how the server is made: no stack, path, statement or library. */
import { CORE, extensionOf, MAIL, SUBMISSION, VACATION_RESPONSE } from "@pismo/jmap";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registry } from "../src/methods/registry.ts";
import { type Jmap, jmap } from "./support/jmap.ts";

let anna: Jmap;
beforeAll(async () => {
  anna = await jmap({
    checkPassword: () => () => Promise.reject(new Error("secret /data/path")),
    accountSetup: { ca: "" },
  });
});
afterAll(() => anna.close());

const leaks =
  /\bat [^"]*:\d+:\d+|node_modules|node:internal|\/packages\/|\.[cm]?[jt]s\b|file:\/\/|SQLITE|sqlite|constraint failed|no such (?:column|table)|\b(?:SELECT|INSERT|UPDATE|DELETE) [a-z*"]+|(?:Type|Reference|Range|Syntax)Error|Cannot read|is not a function|is not iterable|is not defined|secret|\/data\/path|ENOENT|ECONN|EACCES/;

/** What an argument may be that it must not be. Their text stands in some answers: it reads like no leak. */
const broken: unknown[] = [
  'null|true|-1|0|0.5|1e308|9007199254740993|""|"x"|"\\u0000"|"#"|"#c"|"/"|"*"|"e1"|"m1"|"\'; --"|"\\""|"%"',
  '[]|[null]|[[]]|["e1"]|["#c"]|{}|{"c":null}|{"c":{}}|{"e1":{}}|{"e1":{"a/b/c":1}}|{"m1":{"":null}}',
  '{"operator":"NOT"}|{"operator":"AND","conditions":[{}]}|{"text":"\\""}|{"inMailbox":"m1"}|[{"property":"x"}]',
  '{"c":{"mailboxIds":{"m1":true},"bodyStructure":{}}}|{"c":{"envelope":{}}}|{"c":{"blobId":"B1"}}',
  '{"__proto__":{}}|{"constructor":1}|{"toString":null}|{"resultOf":"0","name":"x","path":"//"}',
].flatMap((line) => line.split("|").map((json) => JSON.parse(json) as unknown));
const names =
  "accountId ids properties create update destroy filter sort position anchor anchorOffset limit calculateTotal " +
  "sinceState sinceQueryState upToId maxChanges ifInState emails blobIds fromAccountId destroyFromIfInState emailIds " +
  "onSuccessUpdateEmail onSuccessDestroyOriginal onDestroyRemoveEmails bodyProperties fetchAllBodyValues " +
  "maxBodyValueBytes collapseThreads urls id name address #ids";

test("no answer of any method to broken arguments, one at a time", async () => {
  const using = [CORE, MAIL, SUBMISSION, VACATION_RESPONSE, ...new Set(Object.values(extensionOf))];
  // Methods that look for other servers take their time; what they say of addresses is tried elsewhere.
  const methods = Object.keys(registry).filter((name) => name !== "MailServer/discover");
  const { accountId, token } = anna;
  const told: string[] = [];
  for (const method of methods) {
    const calls = names
      .split(" ")
      .flatMap((name) => broken.map((value) => [method, { accountId, [name]: value }, "c"]));
    for (let at = 0; at < calls.length; at += 16) {
      const { statusCode, body } = await anna.app.inject({
        method: "POST",
        url: "/jmap/api",
        headers: { host: "127.0.0.1", authorization: `Bearer ${token}`, "content-type": "application/json" },
        payload: JSON.stringify({ using, methodCalls: calls.slice(at, at + 16) }),
      });
      expect(statusCode).toBe(200);
      if (leaks.test(body) || body.includes('"serverFail"')) told.push(`${method}: ${body.slice(0, 2000)}`);
    }
  }
  expect(told).toEqual([]);
});

test("no answer of any path to any method, with broken paths, queries, fields and bodies", async () => {
  const { accountId, token } = anna;
  const paths = [
    "/ /jmap/api /jmap/session /.well-known/jmap /jmap/eventsource /auth/sign-in /auth/sign-out /auth/sessions",
    "/auth/sessions/x /auth/oauth/start /auth/oauth/callback /assets/x.js /assets/ /%00 /%E0%A4%A //x /assets/%2e%2e/x",
    `/jmap/upload/${accountId}/ /jmap/upload/x/ /jmap/upload/%00/ /jmap/download/${accountId}/B1/x /jmap/download/x/y/z`,
    `/jmap/download/${accountId}/..%2F..%2Fetc%2Fpasswd/x /jmap/image/x/y /jmap/image/${accountId}/%ff /..%2f..%2fetc/passwd`,
  ].flatMap((line) => line.split(" "));
  const queries = [
    "",
    "?type=%00",
    "?types=x&closeafter=y&ping=z",
    "?code=x&state=y",
    "?a[b]=c&__proto__=1",
    `?${"x".repeat(5000)}`,
  ];
  const fields: Record<string, string>[] = [
    {},
    { authorization: `Bearer ${token}` },
    { authorization: "Basic !!!", cookie: "=;\u00ff" },
    { "content-type": "multipart/form-data", "content-length": "-1", authorization: `Bearer ${token}` },
    { "content-type": "application/json", authorization: `Bearer ${token}`, "last-event-id": "x", range: "bytes=x" },
  ];
  const bodies = [undefined, "", "{", "null", '{"using":1}', '{"username":{},"password":[]}', "[".repeat(50_000)];
  const told: string[] = [];
  const ask = async (request: InjectOptions & { url: string }): Promise<void> => {
    const { statusCode, body, headers } = await anna.app.inject(request);
    // The one endless answer, and the page itself, which names its own files.
    const isPage = String(headers["content-type"]).startsWith("text/html");
    if (statusCode >= 500 || (!isPage && leaks.test(body)) || leaks.test(JSON.stringify(headers["location"] ?? "")))
      told.push(`${request.method} ${request.url} ${statusCode}: ${body.slice(0, 500)}`);
  };
  for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"] as const) {
    for (const [index, path] of paths.entries()) {
      for (const [at, headers] of fields.entries()) {
        const url = path + queries[(index + at) % queries.length]!;
        // A stream of events has no end that could be waited for.
        if (method === "GET" && path === "/jmap/eventsource" && headers["authorization"]?.startsWith("Bearer"))
          continue;
        const payload = bodies[(index * 3 + at) % bodies.length];
        const site = { host: "127.0.0.1", "sec-fetch-site": "same-origin", origin: "http://127.0.0.1" };
        await ask({ method, url, headers: { ...site, ...headers }, ...(payload !== undefined && { payload }) });
      }
    }
  }
  expect(told).toEqual([]);
});

test("a check of a password that fails inside is a failure without a reason", async () => {
  const { statusCode, body } = await anna.app.inject({
    method: "POST",
    url: "/auth/sign-in",
    headers: { host: "127.0.0.1", "sec-fetch-site": "same-origin", "content-type": "application/json" },
    payload: JSON.stringify({ username: "a@mail.example", password: "b" }),
  });
  expect(statusCode).toBe(503);
  expect(body).not.toMatch(leaks);
});
