/** Address book servers that take names and passwords by HTTP Digest alone (RFC 7616): lighttpd before Radicale. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { DavClient } from "../src/bridge/carddav/dav-client.ts";
import { hasLighttpd, type Lighttpd, startLighttpd } from "./support/lighttpd.ts";
import { hasRadicale, password, username, vCard } from "./support/radicale.ts";
import { SyncedContacts } from "./support/synced-contacts.ts";

const md5 = (text: string): string => createHash("md5").update(text).digest("hex");

/** Takes each nonce for two requests. @param says whether it says that this is the reason */
async function startForgetful(says: boolean) {
  let nonces = 0;
  let left = 0;
  const server = createServer(({ method = "", url = "", headers }, response) => {
    const given = Object.fromEntries(
      Array.from((headers.authorization ?? "").matchAll(/(\w+)="?([^",]+)"?/g), ([, name, value]) => [name, value]),
    ) as Record<string, string>;
    const own = md5(`${username}:r:${password}`);
    const rest = `${given["nc"]}:${given["cnonce"]}:auth:${md5(`${method}:${url}`)}`;
    const isRight = given["response"] === md5(`${own}:n${nonces}:${rest}`) && left > 0;
    if (isRight) {
      left -= 1;
      response.writeHead(200).end(given["nc"]);
      return;
    }
    const isStale = says && given["nonce"] !== undefined && given["username"] === username;
    nonces += 1;
    left = 2;
    const field = `Digest realm="r", qop="auth", nonce="n${nonces}"${isStale ? ", stale=true" : ""}`;
    response.writeHead(401, { "www-authenticate": field }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/books/?a=b`) };
}

const isPossible = hasRadicale && hasLighttpd;

describe.skipIf(!isPossible).each(["SHA-256", "MD5"] as const)("[7616] with %s", (algorithm) => {
  let s: SyncedContacts;
  let front: Lighttpd;
  beforeAll(async () => {
    s = await SyncedContacts.start({}, { believes: true });
    front = await startLighttpd(s.radicale.url, algorithm);
  });
  afterAll(async () => {
    await s?.close();
    await front?.stop();
  });

  test("a wrong password is told, the right one lets cards go both ways", async () => {
    const wrong = await s.put({ address: front.url, password: "another" });
    expect(wrong.notPut).toMatchObject({ addressBookProblem: { kind: "wrongPassword" } });
    await s.radicale.put("boris.vcf", vCard("boris", "Boris", "EMAIL:boris@example.org"));
    await s.create({ uid: "urn:uuid:1", name: { full: "Анна" } });
    const { notPut } = await s.put({ address: front.url });
    expect(notPut).toBeNull();
    await s.areSame(2);
    expect(await s.card("boris")).toMatchObject({ name: { full: "Boris" } });
    await s.change("boris", { nicknames: { k: { name: "Боря" } } });
    await eventually(async () => expect([...(await s.radicale.cards()).values()].join("")).toContain("NICKNAME:Боря"));
    await s.radicale.remove("boris.vcf");
    await s.look();
    await s.areSame(1);
  });
});

describe("what a server says when it refuses", () => {
  test.each([true, false])(
    "[7616 §3.3] a nonce that has grown old is exchanged, whether the server says so (%s) or not",
    async (says) => {
      const { server, url } = await startForgetful(says);
      const client = new DavClient({ username, password }, { isPublicOnly: false }, AbortSignal.timeout(60_000));
      try {
        const counts: string[] = [];
        for (let at = 0; at < 5; at++) counts.push((await client.ask(url, { method: "GET" })).text);
        expect(counts).toEqual(["00000001", "00000002", "00000001", "00000002", "00000001"]);
      } finally {
        client.close();
        server.closeAllConnections();
        server.close();
      }
    },
  );

  test.each([
    ["Digest alone", 'Digest realm="r", qop="auth", nonce="n"', ["none", "Digest"]],
    ["both", 'Digest realm="r", qop="auth", nonce="n", Basic realm="r"', ["none", "Basic"]],
    ["Basic alone", 'Basic realm="r"', ["none", "Basic"]],
    ["nothing", undefined, ["none", "Basic"]],
  ])("[7616 §5.1] the password goes out only to a server that asks so: %s", async (_, field, expected) => {
    const schemes: string[] = [];
    const server = createServer(({ headers }, response) => {
      schemes.push(headers.authorization?.split(" ")[0] ?? "none");
      response.writeHead(headers.authorization ? 200 : 401, field === undefined ? {} : { "www-authenticate": field });
      response.end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const client = new DavClient({ username, password }, { isPublicOnly: false }, AbortSignal.timeout(60_000));
    try {
      await client.ask(url, { method: "GET" });
      expect(schemes).toEqual(expected);
      await client.ask(url, { method: "GET" });
      expect(schemes.slice(2)).toEqual(expected.slice(1));
      await Promise.all([client.ask(url, { method: "GET" }), client.ask(url, { method: "GET" })]);
      expect(schemes).toHaveLength(5);
    } finally {
      client.close();
      server.closeAllConnections();
      server.close();
    }
  });

  test("what anyone sees of a server is not taken for what its user has", async () => {
    const server = createServer(({ headers }, response) => response.end(headers.authorization ? "own" : "public"));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const client = new DavClient({ username, password }, { isPublicOnly: false }, AbortSignal.timeout(60_000));
    try {
      const answers = await Promise.all([1, 2].map(() => client.ask(url, { method: "GET" })));
      expect(answers.map(({ text }) => text)).toEqual(["own", "own"]);
    } finally {
      client.close();
      server.closeAllConnections();
      server.close();
    }
  });

  test("a server that takes only tokens is told apart from a wrong password", async () => {
    const server = createServer((_, response) => {
      response.writeHead(401, {
        "www-authenticate": 'Bearer realm="https://accounts.example/", error="invalid_token"',
      });
      response.end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const client = new DavClient({ username, password }, { isPublicOnly: false }, AbortSignal.timeout(60_000));
    try {
      await expect(client.ask(url, { method: "GET" })).rejects.toMatchObject({ kind: "noPassword" });
    } finally {
      client.close();
      server.closeAllConnections();
      server.close();
    }
  });

  test("a wrong password is tried once", async () => {
    const { server, url } = await startForgetful(false);
    const client = new DavClient(
      { username, password: "another" },
      { isPublicOnly: false },
      AbortSignal.timeout(60_000),
    );
    try {
      let requests = 0;
      server.on("request", () => (requests += 1));
      await expect(client.ask(url, { method: "GET" })).rejects.toMatchObject({ kind: "wrongPassword" });
      await expect(client.ask(url, { method: "GET" })).rejects.toMatchObject({ kind: "wrongPassword" });
      // One without a name, and one each.
      expect(requests).toBe(3);
    } finally {
      client.close();
      server.closeAllConnections();
      server.close();
    }
  });
});
