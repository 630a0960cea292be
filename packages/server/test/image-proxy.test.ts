/** Remote images, fetched from a real server beside ours that does everything wrong. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createImageUrls } from "../src/http/images/image-urls.ts";
import { type TestServer, testServer } from "./support/server.ts";
import { selfSigned } from "./support/certificate.ts";

const gif = Buffer.from("R0lGODlhAQABAIAAAP8AAP8AACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");
const givePicture: RequestListener = (_request, response) => response.end(gif);
const maxBytes = 100_000;
const timeoutMs = 1500;

/** What was asked for, in order. */
let asked: IncomingMessage[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let far: Server;
let farUrl: string;
let server: TestServer;

beforeAll(async () => {
  far = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => far.once("listening", resolve));
  const { port } = far.address() as AddressInfo;
  farUrl = `http://127.0.0.1:${port}`;
  server = await testServer({ imageRules: { loopbackPort: port, maxBytes, timeoutMs } });
});
afterAll(async () => {
  await server.close();
  far.close();
});
beforeEach(() => {
  asked = [];
  answer = (_request, response) => response.end(gif);
});
async function sign(...urls: string[]): Promise<Record<string, string>> {
  const { accountId, client } = server;
  return (await client.call("RemoteImage/sign", { accountId, urls })).signed;
}
const load = (signed: string, token = server.token, host = "127.0.0.1") =>
  server.app.inject({
    url: signed.replace("http://127.0.0.1", ""),
    headers: { host, authorization: `Bearer ${token}` },
  });
/** Signs and loads. */
const show = async (url: string) => load((await sign(url))[url] ?? "");

describe("an image", () => {
  test("comes with its own type and with nothing that a browser could run", async () => {
    answer = (_request, response) => {
      response.writeHead(200, { "content-type": "text/html", "set-cookie": "a=b", "content-disposition": "inline" });
      response.end(gif);
    };
    const { statusCode, headers, rawPayload } = await show(`${farUrl}/a.gif?x=1#top`);
    expect(statusCode).toBe(200);
    expect(rawPayload).toEqual(gif);
    expect(headers).toMatchObject({
      "content-type": "image/gif",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-disposition": "attachment",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers["cache-control"]).toContain("private");
    expect(headers).not.toHaveProperty("set-cookie");
    expect(asked[0]?.url).toBe("/a.gif?x=1");
  });

  test("is asked for without a word about who reads", async () => {
    const [signed = ""] = Object.values(await sign(`${farUrl}/a`));
    const { statusCode } = await server.app.inject({
      url: signed.replace("http://127.0.0.1", ""),
      headers: {
        host: "127.0.0.1",
        authorization: `Bearer ${server.token}`,
        cookie: "secret=1",
        referer: "http://127.0.0.1/email/e1",
        "user-agent": "Reader/1.0",
        "accept-language": "ru",
        "x-forwarded-for": "198.51.100.7",
      },
    });
    expect(statusCode).toBe(200);
    expect(Object.keys(asked[0]!.headers).sort()).toEqual(["accept", "accept-encoding", "connection", "host"]);
    expect(asked[0]?.headers["accept-encoding"]).toBe("identity");
  });

  test("behind redirects is found, and behind too many is not", async () => {
    answer = ({ url = "" }, response) => {
      const left = Number(url.slice(1));
      if (left === 0) response.end(gif);
      else response.writeHead(302, { location: `/${left - 1}`, "set-cookie": "a=b" }).end();
    };
    expect((await show(`${farUrl}/5`)).statusCode).toBe(200);
    expect(asked.every(({ headers }) => headers.cookie === undefined)).toBe(true);
    expect((await show(`${farUrl}/6`)).statusCode).toBe(502);
  });

  test("over TLS needs a certificate that holds", async () => {
    const { key, cert } = selfSigned();
    const secure = createTlsServer({ key, cert }, givePicture).listen(0, "127.0.0.1");
    await new Promise((resolve) => secure.once("listening", resolve));
    const { port } = secure.address() as AddressInfo;
    const status = async (ca: string | undefined): Promise<number> => {
      const one = await testServer({ imageRules: { loopbackPort: port, ca } });
      const url = `https://127.0.0.1:${port}/a`;
      const { signed } = await one.client.call("RemoteImage/sign", { accountId: one.accountId, urls: [url] });
      const response = await one.fetch(signed[url]!, { headers: { authorization: `Bearer ${one.token}` } });
      await one.close();
      return response.status;
    };
    expect(await status(undefined)).toBe(502);
    expect(await status(cert)).toBe(200);
    secure.close();
  });
});

describe("what is no image is not handed on", () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
  test.each([
    ["SVG", "image/svg+xml", svg],
    ["SVG that says it is PNG", "image/png", svg],
    ["a page", "image/png", "<!doctype html><script>alert(1)</script>"],
    ["a script", "image/gif", "alert(1)"],
    ["PDF", "image/jpeg", "%PDF-1.7 "],
    ["nothing", "image/png", ""],
    ["half a signature", "image/png", "\x89PN"],
  ])("%s", async (_, type, body) => {
    answer = (_request, response) => response.writeHead(200, { "content-type": type }).end(Buffer.from(body, "latin1"));
    const { statusCode, headers, body: shown } = await show(`${farUrl}/a.png`);
    expect(statusCode).toBe(502);
    expect(headers["content-type"]).toMatch(/^application\/problem\+json/);
    expect(shown).not.toContain("alert");
  });

  test.each([204, 401, 404, 500])("an image with the status %d", async (status) => {
    answer = (_request, response) => response.writeHead(status).end(status === 204 ? undefined : gif);
    expect((await show(`${farUrl}/a`)).statusCode).toBe(502);
  });

  test("compressed, so that it could be endless", async () => {
    answer = (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gif);
    expect((await show(`${farUrl}/a`)).statusCode).toBe(502);
  });

  test.each([
    ["by its own word", { "content-length": String(maxBytes + 1) }],
    ["without a word", {}],
  ])("too large %s", async (_, headers) => {
    let sent = 0;
    answer = (_request, response) => {
      response.writeHead(200, headers).write(gif);
      const timer = setInterval(() => {
        sent += 20_000;
        response.write(Buffer.alloc(20_000));
      }, 5);
      response.on("close", () => clearInterval(timer));
    };
    expect((await show(`${farUrl}/a`)).statusCode).toBe(502);
    expect(sent).toBeLessThan(maxBytes * 10);
  });

  test.each([
    ["never answers", () => undefined],
    ["never ends", (_request: IncomingMessage, response: ServerResponse) => response.write(gif)],
    [
      "drips",
      (_request: IncomingMessage, response: ServerResponse) => {
        response.write(gif);
        const timer = setInterval(() => response.write("."), 50);
        response.on("close", () => clearInterval(timer));
      },
    ],
    ["breaks off", (_request: IncomingMessage, response: ServerResponse) => response.socket?.destroy()],
  ])("from a server that %s", async (_, how) => {
    answer = how;
    // Whoever waits for the end of it never hears of it: that is beyond the limit of a test.
    expect((await show(`${farUrl}/a`)).statusCode).toBe(502);
  });
});

describe("nothing inside a network is asked", () => {
  const inner = [
    "http://127.0.0.1/",
    "http://127.0.0.1:8025/",
    "http://localhost/",
    "http://localhost./",
    "http://LOCALHOST:8080/",
    "http://0/",
    "http://0.0.0.0/",
    "http://127.1/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://2130706433/",
    "http://127.0.0.1./",
    "http://①②⑦.⓪.⓪.①/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.64.0.1/",
    "http://224.0.0.1/",
    "http://[::]/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001::1]/",
    "http://[fe80::1]/",
    "http://[fd00::1]/",
    "http://user:secret@example.org/",
    "http://example.org:25/",
    "http://example.org:6379/",
  ];

  test.each(inner)("%s", async (url) => {
    expect((await show(url)).statusCode).toBe(502);
  });

  test.each([...inner, "file:///etc/passwd", "ftp://example.org/", "data:image/gif;base64,R0lGODlh", "gopher://x/"])(
    "by a redirect to %s",
    async (location) => {
      answer = (_request, response) => response.writeHead(302, { location: encodeURI(location) }).end();
      expect((await show(`${farUrl}/a`)).statusCode).toBe(502);
      expect(asked.length).toBe(1);
    },
  );

  test("the refusals look the same, whatever stands there", async () => {
    const bodies = [
      await show("http://127.0.0.1:1/"),
      await show("http://127.0.0.1:8080/"),
      await show("http://[::1]/"),
    ];
    // But for the number of the request.
    const refusals = bodies.map((response) => ({ ...response.json<object>(), instance: "" }));
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1);
  });
});

/** For the last character of a signature only the two lowest bits change, which carry nothing. */
const other = (character: string): string => {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return alphabet.charAt(alphabet.indexOf(character) ^ 1);
};

describe("signatures", () => {
  test("[tag:pismo.localhost,2026:remote-images] only web addresses are signed", async () => {
    const urls = [
      `${farUrl}/a`,
      "ftp://a.example/",
      "javascript:alert(1)",
      "data:,",
      "/a",
      "",
      `http://a.example/${"a".repeat(5000)}`,
    ];
    expect(Object.keys(await sign(...urls))).toEqual([`${farUrl}/a`]);
  });

  test("nothing without a signature, with another's, or with any part changed", async () => {
    const url = `${farUrl}/a`;
    const signed = (await sign(url))[url] ?? "";
    const changed = [
      `/jmap/image/${server.accountId}?url=${encodeURIComponent(url)}`,
      signed.replace("%2Fa", "%2Fb"),
      signed.replace(/until=(\d)/, "until=9$1"),
      signed.replace(/signature=(.)/, (_, first: string) => `signature=${other(first)}`),
      signed.replace(/.$/, other),
      signed.replace(/&signature=.*/, ""),
      `${signed}&url=${encodeURIComponent("http://b.example/")}`,
      signed.replace(`/${server.accountId}?`, "/a999?"),
    ];
    for (const each of changed) expect([each, (await load(each)).statusCode]).toEqual([each, 404]);
    expect(asked).toEqual([]);
    expect((await load(signed)).statusCode).toBe(200);
  });

  test("nothing for another account, and nothing without signing in", async () => {
    const url = `${farUrl}/a`;
    const signed = (await sign(url))[url] ?? "";
    const anna = await server.addMailbox("anna");
    expect((await load(signed, anna.token)).statusCode).toBe(404);
    expect((await load(signed.replace(`/${server.accountId}?`, `/${anna.accountId}?`), anna.token)).statusCode).toBe(
      404,
    );
    expect((await load(signed, "pismo_none")).statusCode).toBe(401);
    expect(asked).toEqual([]);
  });

  test("the same for a day, and good for no longer than two", () => {
    const day = 24 * 60 * 60 * 1000;
    let now = 100.2 * day;
    const urls = createImageUrls(Buffer.alloc(32), () => now);
    const signed = urls.sign("a1", "http://a.example/");
    const query = Object.fromEntries(new URL(signed, "http://x").searchParams);
    now = 100.9 * day;
    expect(urls.sign("a1", "http://a.example/")).toBe(signed);
    expect(urls.verify("a1", query)).toBe("http://a.example/");
    now = 102.1 * day;
    expect(urls.verify("a1", query)).toBeUndefined();
    expect(createImageUrls(Buffer.alloc(32, 1), () => 0).verify("a1", query)).toBeUndefined();
  });
});
