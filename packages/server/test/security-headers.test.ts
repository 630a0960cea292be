/** What every answer carries, whatever it is: each of these walls would hold alone. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findMailboxByRole } from "../src/store/mail/mailboxes.ts";
import { type TestServer, testServer } from "./support/server.ts";

let server: TestServer;
let blobId: string;

/** A message with a page of each kind in it. Gives its blob. */
async function deliverPages({ store, ingest, accountId }: TestServer): Promise<string> {
  const inbox = await store.read((reader) => findMailboxByRole(reader, accountId, "inbox"));
  const page = "<html><script>alert(1)</script></html>";
  const part = (type: string, name: string): string =>
    `--b\r\nContent-Type: ${type}\r\nContent-Disposition: inline; filename="${name}"\r\n\r\n${page}\r\n`;
  const types = ["text/html", "image/svg+xml", "application/xhtml+xml", "text/xml", "text/javascript", "image/png"];
  const bytes = Buffer.from(
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n${types.map((type) => part(type, "a.html")).join("")}--b--\r\n`,
  );
  return (await ingest.deliver({ accountId, bytes, mailboxIds: [inbox!.id] })).blobId;
}
beforeAll(async () => {
  server = await testServer();
  blobId = await deliverPages(server);
});
afterAll(() => server.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { host: "127.0.0.1", ...headers } });
const signedIn = () => ({ authorization: `Bearer ${server.token}` });

const paths: Record<string, () => string> = {
  "the page": () => "/",
  "a place in it": () => "/email/e1?title=x",
  "a script": () => "/assets/index-Ab12Cd34.js",
  "what is not there": () => "/nothing.html",
  "the session": () => "/.well-known/jmap",
  "a refusal": () => "/jmap/api",
  "a letter": () => `/jmap/download/${server.accountId}/${blobId}/letter.eml`,
  "a page in a letter": () => `/jmap/download/${server.accountId}/${blobId}_1/a.html?type=text/html`,
  "a remote picture": () => `/jmap/image/${server.accountId}?url=x`,
  "another host's name": () => "/",
};

describe.each(Object.entries(paths))("%s", (name, path) => {
  const answer = () => get(path(), name === "another host's name" ? { host: "attack.example" } : signedIn());

  test.each([
    ["x-content-type-options", /^nosniff$/],
    ["referrer-policy", /^no-referrer$/],
    ["cross-origin-opener-policy", /^same-origin$/],
    ["cross-origin-resource-policy", /^same-origin$/],
    ["x-frame-options", /^DENY$/i],
    ["permissions-policy", /camera=\(\).*geolocation=\(\).*microphone=\(\)/],
    ["content-security-policy", /default-src 'none'/],
  ])("%s", async (header, value) => {
    expect(String((await answer()).headers[header])).toMatch(value);
  });

  test("tells nothing of the program that answers", async () => {
    const { headers } = await answer();
    expect(headers).not.toHaveProperty("server");
    expect(headers).not.toHaveProperty("x-powered-by");
  });
});

/** As the router prints them: a tree of the pieces of paths, with their methods. */
function routesOf({ app }: TestServer): { method: string; url: string }[] {
  const pieces: string[] = [];
  const tree = app.printRoutes({ commonPrefix: false }).split("\n");
  return tree.flatMap((line) => {
    const [, indent = "", piece = "", methods = ""] = /^(.*?)[└├]── (\S+) \((.*)\)$/.exec(line) ?? [];
    if (piece === "") return [];
    pieces.splice(indent.length / 4, Infinity, piece);
    return methods.split(", ").map((method) => ({ method, url: pieces.join("") }));
  });
}

/** Every route that there is, in each way in which people get in; a new one is asked as soon as it is made. */
describe("whatever is asked, and however it ends", () => {
  const walls: [header: string, value: RegExp][] = [
    ["x-content-type-options", /^nosniff$/],
    ["referrer-policy", /^no-referrer$/],
    ["cross-origin-opener-policy", /^same-origin$/],
    ["cross-origin-resource-policy", /^same-origin$/],
    ["x-frame-options", /^DENY$/i],
    ["permissions-policy", /camera=\(\)/],
    ["content-security-policy", /default-src 'none'/],
  ];
  /** Types that a browser would show or run as a page or a script. Our own files alone may have them. */
  const live = /html|xml|javascript|ecmascript|svg|css/i;

  async function problemsOf(one: TestServer, method: string, path: string, authorization: string): Promise<string[]> {
    const answer = await one.app.inject({
      method: method as "GET",
      url: `${path}?type=text/html`,
      headers: { host: "127.0.0.1", accept: "text/html", ...(authorization && { authorization }) },
      ...(method === "POST" && { payload: "{" }),
      // One of them never ends.
      payloadAsStream: true,
    });
    answer.stream().destroy();
    const of = (header: string): string => String(answer.headers[header] ?? "");
    const name = `${method} ${path} ${answer.statusCode}`;
    const missing = walls.filter(([header, value]) => !value.test(of(header))).map(([header]) => `${name}: ${header}`);
    const isOwnFile = path === "/" || path.startsWith("/assets/");
    const isWrongType = live.test(of("content-type")) && !isOwnFile;
    const isNoFile =
      path.startsWith("/jmap/download") &&
      answer.statusCode < 300 &&
      !of("content-disposition").startsWith("attachment;");
    return [
      ...missing,
      ...(isWrongType ? [`${name}: ${of("content-type")}`] : []),
      ...(isNoFile ? [`${name}: no file`] : []),
    ];
  }

  async function walk(one: TestServer, names: readonly string[]): Promise<string[]> {
    const message = await deliverPages(one);
    const routes = routesOf(one);
    expect(routes.map(({ url }) => url)).toEqual(expect.arrayContaining([...names]));
    const wrong: string[] = [];
    for (const { method, url } of routes) {
      const path = url
        .replace(":accountId", one.accountId)
        .replace(":blobId", `${message}_1`)
        .replace(":name", "a.html")
        .replace(":id", "x")
        .replace(":file", "index-Ab12Cd34.js");
      for (const authorization of ["", "Bearer x", `Bearer ${one.token}`]) {
        wrong.push(...(await problemsOf(one, method, path, authorization)));
      }
    }
    return wrong;
  }

  // Servers of their own: who tries so often with a wrong token has to wait.
  test.each([
    ["one person", {}, ["/", "/jmap/download/:accountId/:blobId/:name", "/jmap/eventsource", "/assets/:file"]],
    [
      "several people",
      { checkPassword: () => () => Promise.resolve(undefined) },
      ["/auth/sign-in", "/auth/sessions/:id"],
    ],
  ] as const)("for %s", async (_, options, names) => {
    const one = await testServer(options);
    try {
      expect(await walk(one, names)).toEqual([]);
    } finally {
      await one.close();
    }
  });
});

test("the page's policy: own scripts, no frames, no forms, no plugins, no text that becomes markup by itself", async () => {
  const policy = String((await get("/")).headers["content-security-policy"]);
  const directives = new Map(
    policy.split(";").map((each) => [each.split(" ", 1)[0], each.split(" ").slice(1).join(" ")]),
  );
  expect(Object.fromEntries(directives)).toEqual({
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "media-src": "'self'",
    "connect-src": "'self'",
    "frame-src": "'none'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    "object-src": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "pismo pismo-workers pismo-notifications dompurify ProseMirrorClipboard",
  });
});

test("CVE-2024-42008, CVE-2026-35539: no part of a message is ever markup in our origin, whatever is asked for", async () => {
  for (const part of [1, 2, 3, 4, 5, 6]) {
    for (const query of [
      "",
      "?type=text/html",
      "?type=image/svg%2Bxml",
      "?type=application/xhtml%2Bxml",
      "?accept=text/html",
    ]) {
      const url = `/jmap/download/${server.accountId}/${blobId}_${part}/a.html${query}`;
      const { headers } = await get(url, { ...signedIn(), accept: "text/html" });
      expect(String(headers["content-type"])).toMatch(/^(?:application\/octet-stream|image\/png)$/);
      expect(String(headers["content-disposition"])).toMatch(/^attachment;/);
      expect(headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
    }
  }
});

test.each([
  {},
  { cookie: "" },
  { cookie: "session=x" },
  { "x-jmap-username": "you@pismo.localhost", "x-jmap-server-url": "http://127.0.0.1" },
  { "x-forwarded-user": "you@pismo.localhost", "x-forwarded-for": "127.0.0.1" },
  { "x-remote-user": "you@pismo.localhost" },
  { authorization: "" },
  { authorization: "Bearer" },
  { authorization: "Bearer undefined" },
  { authorization: `Basic ${Buffer.from("you@pismo.localhost:").toString("base64")}` },
])("CVE-2026-34834: who names themselves in a header, and brings no session, is no one: %j", async (headers) => {
  for (const url of ["/jmap/session", `/jmap/download/${server.accountId}/${blobId}/x`, "/jmap/eventsource"]) {
    const { statusCode, body } = await get(url, { ...headers, "sec-fetch-site": "cross-site" });
    expect([401, 403]).toContain(statusCode);
    expect(body).not.toContain(server.accountId);
  }
  const call = { using: ["urn:ietf:params:jmap:core"], methodCalls: [["Core/echo", {}, "c"]] };
  const { statusCode } = await server.app.inject({
    method: "POST",
    url: "/jmap/api",
    headers: { host: "127.0.0.1", ...headers, "content-type": "application/json", "sec-fetch-site": "cross-site" },
    payload: JSON.stringify(call),
  });
  expect([401, 403]).toContain(statusCode);
});
