/** RFC 8058: lists are left through a real server beside ours, and only where the message's offer is signed. */
import { createServer, type Server } from "node:https";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findMailboxByRole } from "../src/store/mail/mailboxes.ts";
import { selfSigned } from "./support/certificate.ts";
import { type TestServer, testServer } from "./support/server.ts";

interface Asked {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

let asked: Asked[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let list: Server;
let listUrl: string;
let server: TestServer;
/** The same, which soon loses patience. */
let hasty: TestServer;

beforeAll(async () => {
  const { key, cert } = selfSigned();
  list = createServer({ key, cert }, (request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      asked.push({ method: request.method, url: request.url, headers: request.headers, body });
      answer(request, response);
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => list.once("listening", resolve));
  const { port } = list.address() as AddressInfo;
  listUrl = `https://127.0.0.1:${port}`;
  const imageRules = { loopbackPort: port, ca: cert };
  const trustedServers = ["mx.home.example"];
  server = await testServer({ trustedServers, imageRules });
  hasty = await testServer({ trustedServers, imageRules: { ...imageRules, timeoutMs: 1000 } });
});
afterAll(async () => {
  await server.close();
  await hasty.close();
  list.closeAllConnections();
  list.close();
});
beforeEach(() => {
  asked = [];
  answer = (_request, response) => response.end();
});

const results = "Authentication-Results: mx.home.example; dkim=pass header.d=shop.example header.s=s1 header.b=AbCd";
const signature = (fields: string, tags = "s=s1; b=AbCdEf12"): string =>
  `DKIM-Signature: v=1; a=rsa-sha256; d=shop.example; h=From:To:Subject:\r\n ${fields}; bh=x; ${tags}`;
const signed = signature("List-Unsubscribe:List-Unsubscribe-Post");
const post = "List-Unsubscribe-Post: List-Unsubscribe=One-Click";
const offer = (url = `${listUrl}/leave?list=1`): string => `List-Unsubscribe: <mailto:leave@shop.example>, <${url}>`;
const from = "From: Shop <news@shop.example>";

const deliver = (...header: string[]): Promise<string> => deliverTo(server, header);
async function deliverTo({ store, ingest, accountId }: TestServer, header: string[]): Promise<string> {
  const inbox = await store.read((reader) => findMailboxByRole(reader, accountId, "inbox"));
  const bytes = Buffer.from([...header, from, "Subject: x", "", "text", ""].join("\r\n"));
  return (await ingest.deliver({ accountId, bytes, mailboxIds: [inbox!.id] })).id;
}
const urlOf = async (id: string): Promise<string | null | undefined> =>
  (await server.client.call("OneClick/get", { accountId: server.accountId, ids: [id] })).list[0]?.url;
const leave = async (id: string, { client, accountId } = server): Promise<string> =>
  (await client.call("OneClick/unsubscribe", { accountId, id })).outcome;

test("[8058 §3.2] the list's server is asked with a POST that says what is wanted, and nothing of the reader", async () => {
  const id = await deliver(results, signed, offer(), post);
  expect(await urlOf(id)).toBe(`${listUrl}/leave?list=1`);
  expect(asked).toEqual([]);
  expect(await leave(id)).toBe("done");
  expect(asked).toHaveLength(1);
  const [{ method, url, headers, body }] = asked as [Asked];
  expect([method, url, body]).toEqual(["POST", "/leave?list=1", "List-Unsubscribe=One-Click"]);
  expect(Object.keys(headers).sort()).toEqual(["connection", "content-length", "content-type", "host"]);
  expect(headers["content-type"]).toBe("application/x-www-form-urlencoded");
});

describe("[8058 §4] no way is offered, and none is taken, where", () => {
  const other = results.replace("shop.example", "other.example");
  test.each<[string, () => string[]]>([
    ["nobody has checked the signature", () => [signed, offer(), post]],
    ["a server that is not believed says so", () => [results.replace("home", "attack"), signed, offer(), post]],
    ["the check failed", () => [results.replace("dkim=pass", "dkim=fail"), signed, offer(), post]],
    ["there is no signature", () => [results, offer(), post]],
    ["another domain's signature passed", () => [other, signed, offer(), post]],
    ["the signature does not cover the offer", () => [results, signature("List-Unsubscribe"), offer(), post]],
    [
      "another signature of the domain passed",
      () => [
        results,
        signature("List-Unsubscribe"),
        signature("List-Unsubscribe:List-Unsubscribe-Post", "s=s2; b=Zz"),
        offer(),
        post,
      ],
    ],
    [
      "two signatures cannot be told apart",
      () => [results.replace(/ header\.[sb]=\w+/g, ""), signed, signature("From", "s=s2; b=Zz"), offer(), post],
    ],
    ["there are two offers", () => [results, signed, offer("https://attack.example/x"), offer(), post]],
    ["the offer is no one-click", () => [results, signed, offer()]],
    ["the offer says something else", () => [results, signed, offer(), "List-Unsubscribe-Post: Buy=Now"]],
    ["the address is not https", () => [results, signed, "List-Unsubscribe: <http://shop.example/x>", post]],
  ])("%s", async (_, header) => {
    const id = await deliver(...header());
    expect(await urlOf(id)).toBeNull();
    await expect(leave(id)).rejects.toMatchObject({ type: "invalidArguments" });
    expect(asked).toEqual([]);
  });
});

test("[8058 §3.1] a redirect is not followed", async () => {
  answer = (_request, response) => response.writeHead(302, { location: `${listUrl}/elsewhere` }).end();
  expect(await leave(await deliver(results, signed, offer(), post))).toBe("redirected");
  expect(asked).toHaveLength(1);
});

test("a refusal, silence, a torn line and an endless answer are told for what they are", async () => {
  const id = await deliver(results, signed, offer(), post);
  answer = (_request, response) => response.writeHead(410).end("gone");
  expect(await leave(id)).toBe("refused");
  answer = () => undefined;
  expect(await leave(await deliverTo(hasty, [results, signed, offer(), post]), hasty)).toBe("unreachable");
  answer = (request) => request.destroy();
  expect(await leave(id)).toBe("unreachable");
  answer = (_request, response) => {
    const more = (): unknown => response.write("x".repeat(65_536), () => more());
    response.once("error", () => undefined);
    more();
  };
  expect(await leave(id)).toBe("done");
});

test.each([
  "https://127.0.0.1/x",
  "https://127.1/x",
  "https://2130706433/x",
  "https://0x7f.0.0.1/x",
  "https://0177.0.0.1/x",
  "https://[::1]/x",
  "https://[::ffff:10.0.0.1]/x",
  "https://10.0.0.1/x",
  "https://169.254.169.254/latest",
  "https://100.64.0.1/x",
  "https://192.168.0.1./x",
  "https://example.org:25/x",
  "https://user:secret@example.org/x",
])("an address inside a network is never asked: %s", async (url) => {
  expect(await leave(await deliver(results, signed, offer(url), post))).toBe("notAsked");
  expect(asked).toEqual([]);
});

test("a name that leads to this machine is looked up and not asked", async () => {
  expect(await leave(await deliver(results, signed, offer("https://localhost/x"), post))).toBe("unreachable");
  expect(asked).toEqual([]);
});

test("who leaves lists without end has to wait", async () => {
  const { accountId, client } = await server.addMailbox("anna");
  const inbox = await server.store.read((reader) => findMailboxByRole(reader, accountId, "inbox"));
  const bytes = Buffer.from([results, signed, offer(), post, from, "Subject: x", "", "text", ""].join("\r\n"));
  const { id } = await server.ingest.deliver({ accountId, bytes, mailboxIds: [inbox!.id] });
  for (let count = 0; count < 30; count++) {
    expect((await client.call("OneClick/unsubscribe", { accountId, id })).outcome).toBe("done");
  }
  await expect(client.call("OneClick/unsubscribe", { accountId, id })).rejects.toMatchObject({ type: "forbidden" });
  expect(asked).toHaveLength(30);
});
