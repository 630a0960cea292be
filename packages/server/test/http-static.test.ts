import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestServer, testServer } from "./support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const script = "/assets/index-Ab12Cd34.js";
/** As a browser asks. */
const page = { accept: "text/html" };
const get = (url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" | "POST" = "GET") =>
  server.app.inject({ method, url, headers: { host: "127.0.0.1", ...(method !== "POST" && page), ...headers } });

describe("the page", () => {
  test.each(["/", "/inbox?letters=all", "/email/e1?title=a.b", "/sign-in", "/email/%E0%A4%A?title=a"])(
    "stands at %s",
    async (url) => {
      const { statusCode, headers, body } = await get(url);
      expect(statusCode).toBe(200);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["cache-control"]).toContain("no-cache");
      expect(body).toContain("<title>Pismo</title>");
    },
  );

  test("answers HEAD, and no other method", async () => {
    expect(await get("/inbox", {}, "HEAD")).toMatchObject({ statusCode: 200, body: "" });
    expect((await get("/inbox", {}, "POST")).statusCode).toBe(404);
  });

  test("[9110 §15.5.6] tells people who sent a form to it that it takes none", async () => {
    const { statusCode, headers, body } = await get("/inbox?letters=all", { accept: "text/html,*/*;q=0.8" }, "POST");
    expect(statusCode).toBe(405);
    expect(headers["allow"]).toBe("GET, HEAD");
    expect(body).toContain("<title>Pismo</title>");
  });

  test("is not what a missing file answers with", async () => {
    for (const url of ["/assets/gone-1234.js", "/favicon.ico", "/robots.txt"]) {
      expect((await get(url)).statusCode).toBe(404);
    }
  });

  test("is what a person sees who was led to a file that is not there", async () => {
    for (const url of ["/inbox.html", "/foo.bar", "/email/a.b?title=x"]) {
      expect((await get(url, { "sec-fetch-dest": "document" })).body).toContain("<title>Pismo</title>");
      expect((await get(url, { "sec-fetch-dest": "script" })).statusCode).toBe(404);
    }
  });

  test("runs nothing but its own scripts, and is framed by no one", async () => {
    const policy = String((await get("/")).headers["content-security-policy"]);
    for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]) {
      expect(policy.split(";")).toContain(rule);
    }
    expect(policy).not.toContain("upgrade-insecure-requests");
  });

  test("may run the scripts that stand in it, and none that comes to stand beside them", async () => {
    const folder = await mkdtemp(join(tmpdir(), "pismo-web-"));
    const code = "\nlet a = '<b>';\n";
    await writeFile(join(folder, "index.html"), `<script>${code}</script><script src="/b.js"></script>`);
    const built = await testServer({ webFolder: folder });
    try {
      const { headers } = await built.app.inject({ url: "/inbox", headers: { ...page, host: "127.0.0.1" } });
      const digest = createHash("sha256").update(code).digest("base64");
      expect(String(headers["content-security-policy"]).split(";")).toContain(`script-src 'self' 'sha256-${digest}'`);
    } finally {
      await built.close();
      await rm(folder, { recursive: true });
    }
  });

  test("carries the headers that browsers guard by", async () => {
    const { headers } = await get("/");
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    // Plain HTTP on this machine must stay reachable.
    expect(headers).not.toHaveProperty("strict-transport-security");
  });

  test.each([
    ["by a person, in a window that no page has a hand on", "none", undefined],
    ["by another site", "cross-site", "same-origin"],
    ["by another host of this site", "same-site", "same-origin"],
    ["by a page of ours, or reloaded", "same-origin", undefined],
    ["by a browser that does not say who", undefined, "same-origin"],
  ])("opened %s", async (_, site, policy) => {
    const { headers } = await get("/inbox", site === undefined ? {} : { "sec-fetch-site": site });
    expect(headers["cross-origin-opener-policy"]).toBe(policy);
  });
});

describe("files", () => {
  test("come compressed as the browser likes it", async () => {
    const plain = await get(script);
    const brotli = await get(script, { "accept-encoding": "gzip, br" });
    const gzip = await get(script, { "accept-encoding": "gzip" });
    expect(brotli.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(brotli.rawPayload)).toEqual(plain.rawPayload);
    expect(gunzipSync(gzip.rawPayload)).toEqual(plain.rawPayload);
    expect(brotli.headers["content-type"]).toMatch(/javascript/);
  });

  test("do not come as a browser refuses them", async () => {
    const { headers, rawPayload } = await get(script, { "accept-encoding": "br;q=0, gzip;q=0.0" });
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers["vary"]).toBe("accept-encoding");
    expect(rawPayload).toEqual((await get(script)).rawPayload);
  });

  test("answer HEAD with the length, and what is known already with nothing", async () => {
    const whole = await get(script, { "accept-encoding": "br" });
    const head = await get(script, { "accept-encoding": "br" }, "HEAD");
    expect(head).toMatchObject({ statusCode: 200, body: "" });
    expect(head.headers["content-length"]).toBe(String(whole.rawPayload.length));
    const known = await get(script, { "if-none-match": `"other", ${String(whole.headers.etag)}` });
    expect(known).toMatchObject({ statusCode: 304, body: "" });
    expect(known.headers["content-type"]).toBeUndefined();
    expect((await get(script, {}, "POST")).statusCode).toBe(404);
  });

  test("that a later build brings are found, and those that are not there are not remembered", async () => {
    const folder = await mkdtemp(join(tmpdir(), "pismo-web-"));
    await mkdir(join(folder, "assets"));
    const built = await testServer({ webFolder: folder });
    const ask = () => built.app.inject({ url: "/assets/next-Zz98Yy76.js", headers: { host: "127.0.0.1" } });
    expect((await ask()).statusCode).toBe(404);
    await writeFile(join(folder, "assets/next-Zz98Yy76.js"), "export {};");
    expect((await ask()).body).toBe("export {};");
    await built.close();
    await rm(folder, { recursive: true });
  });

  test("with a hash in their name are kept for ever, others are asked for again", async () => {
    expect((await get(script)).headers["cache-control"]).toContain("immutable");
    const icon = await get("/favicon.svg");
    expect(icon.headers["cache-control"]).toBe("no-cache");
    const again = await get("/favicon.svg", { "if-none-match": String(icon.headers.etag) });
    expect(again.statusCode).toBe(304);
  });

  test.each(["/../auth.test.ts", "/..%2f..%2fauth.test.ts", "/%2e%2e/%2e%2e/auth.test.ts", "/assets/..%5c..%5cx.ts"])(
    "outside the folder are out of reach: %s",
    async (url) => {
      const { statusCode, body } = await get(url);
      expect([400, 403, 404]).toContain(statusCode);
      expect(body).not.toContain("vitest");
    },
  );
});

test("a web client that was not built is missed with a clear line", async () => {
  const unbuilt = await testServer({ webFolder: "/nonexistent" });
  const { statusCode, body } = await unbuilt.app.inject({
    url: "/inbox",
    headers: { ...page, host: "127.0.0.1" },
  });
  expect(statusCode).toBe(503);
  expect(body).toContain("npm run build");
  await unbuilt.close();
});
