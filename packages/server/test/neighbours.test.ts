/** Other users of the machine, and proxies on it: what they get of a mailbox that is served on the loopback address. */
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hasNginx, startNginx, type Nginx } from "./servers/nginx.ts";
import { mailOwner } from "./servers/process-group.ts";
import { navigation } from "./support/calls.ts";
import { askAs } from "./support/neighbour.ts";
import { type TestServer, testServer } from "./support/server.ts";

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn("Only root can be another user too: what other users get is left out.");
if (!hasNginx) console.warn("There is no nginx: what it gets is left out.");

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});
afterEach(() => server.close());

async function listen(host: string): Promise<number> {
  await server.app.listen({ host, port: 0 });
  return (server.app.server.address() as AddressInfo).port;
}

describe.runIf(process.platform === "linux")("the kernel says whose a connection is", () => {
  describe.each([
    ["127.0.0.1", "127.0.0.1"],
    ["127.0.0.1", "::ffff:127.0.0.1"],
    ["::", "127.0.0.1"],
    ["::", "::1"],
  ])("to a server on %s, by %s", (on, by) => {
    test("our own user's browser gets in by itself", async () => {
      const answer = await askAs(undefined, { host: by, port: await listen(on) });
      expect(answer).toEqual({ status: 200, cookies: [expect.stringMatching(/^pismo_session_/)] });
    });

    test.runIf(isRoot)("another user gets nothing, whatever it says of itself", async () => {
      const port = await listen(on);
      const answer = await askAs(mailOwner(), { host: by, port });
      expect(answer).toEqual({ status: 200, cookies: [] });
      const own = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" };
      const session = await askAs(mailOwner(), { host: by, port, path: "/.well-known/jmap" }, own);
      expect(session).toEqual({ status: 401, cookies: [] });
    });
  });

  test("a program that is no browser gets nothing, our own user's too", async () => {
    const port = await listen("127.0.0.1");
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
  });

  test.each(["forwarded", "x-forwarded-for", "x-forwarded-proto", "x-real-ip", "via"])(
    "nor does a tunnel that our own user runs, and that says so by %s",
    async (field) => {
      const answer = await askAs(undefined, { port: await listen("127.0.0.1") }, { [field]: "x" });
      expect(answer).toEqual({ status: 200, cookies: [] });
    },
  );
});

describe.runIf(hasNginx)("nginx with its defaults", () => {
  let nginx: Nginx | undefined;
  afterEach(() => nginx?.end());
  const open = (path: string, headers: Record<string, string> = {}) =>
    fetch(nginx!.url + path, { headers: { ...navigation, ...headers }, redirect: "manual" });

  test.each([
    ["another user's", true],
    ["our own user's", false],
  ])("%s opens the mailbox to no user", async (_, isAnother) => {
    nginx = await startNginx(await server.listen(), [], isAnother && isRoot ? mailOwner() : undefined);
    const page = await open("/inbox");
    expect([page.status, page.headers.getSetCookie()]).toEqual([200, []]);
    const session = await open("/.well-known/jmap", { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" });
    expect([session.status, session.headers.getSetCookie()]).toEqual([401, []]);
    expect(await session.json()).toMatchObject({ opensByLink: true });
  });

  test("lets in who has a link", async () => {
    const url = await server.listen();
    nginx = await startNginx(url, ["proxy_set_header Host $http_host;"]);
    await server.close();
    server = await testServer({ publicUrl: nginx.url });
    await server.app.listen({ host: "127.0.0.1", port: Number(new URL(url).port) });
    const opened = await open(await server.link());
    expect(opened.status).toBe(303);
    const [cookie = ""] = opened.headers.getSetCookie().map((each) => each.split(";")[0]!);
    expect((await open("/.well-known/jmap", { cookie })).status).toBe(200);
    expect((await open("/.well-known/jmap")).status).toBe(401);
  });
});
