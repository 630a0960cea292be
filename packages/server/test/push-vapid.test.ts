/** RFC 9749: push messages say whose they are, by a key that the session tells. */
import { VAPID, type VapidCapability } from "@pismo/jmap";
import { createPublicKey, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createVapid } from "../src/web-push/vapid.ts";
import { type TestServer, testServer } from "./support/server.ts";

let server: TestServer;
let service: Server;
let origin: string;
let received: IncomingHttpHeaders[];
/** The status of the service's next answers; 201 after them. */
let answers: number[];
beforeEach(async () => {
  server = await testServer();
  received = [];
  answers = [];
  service = createServer(({ headers }, response) => {
    received.push(headers);
    response.writeHead(answers.shift() ?? 201).end();
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await server.close();
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
});

const subscribe = () =>
  server.client.call("PushSubscription/set", { create: { s: { deviceClientId: "test", url: `${origin}/push` } } });
const ownKey = async (): Promise<string> =>
  ((await server.client.session()).capabilities[VAPID] as VapidCapability).applicationServerKey;

const json = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;

/** As a push service reads it (RFC 8292 §3). @throws Error where the signature is not the key's */
function read(authorization = "") {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x!, y: y! }, format: "jwk" });
  const [head = "", claims = "", signature = ""] = token.split(".");
  const isRight = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isRight) throw new Error("not signed with this key");
  return { key, head: json(head), claims: json(claims) };
}

test("[9749 §3] the session tells the public key: a point of P-256, uncompressed, in base64url", async () => {
  const key = await ownKey();
  expect(key).toMatch(/^[\w-]{87}$/);
  expect(Buffer.from(key, "base64url")).toMatchObject({ length: 65, 0: 4 });
});

test("[9749 §4, 8292 §2] every message is signed with it, for its service alone and for less than a day", async () => {
  await subscribe();
  await expect.poll(() => received.length).toBe(1);
  const { key, head, claims } = read(received[0]!.authorization);
  expect(key).toBe(await ownKey());
  expect(head).toEqual({ typ: "JWT", alg: "ES256" });
  expect(claims["aud"]).toBe(origin);
  const left = Number(claims["exp"]) - Date.now() / 1000;
  expect(left).toBeGreaterThan(60);
  expect(left).toBeLessThan(24 * 60 * 60);
});

describe("the key", () => {
  const seed = Buffer.alloc(32, 7);
  const url = new URL("https://push.example.net/x?y");

  test("is the same after every start, and another with other secrets", () => {
    const [one, same, other] = [seed, seed, Buffer.alloc(32, 8)].map((each) => createVapid(each, undefined));
    expect(one!.applicationServerKey).toBe(same!.applicationServerKey);
    expect(one!.applicationServerKey).not.toBe(other!.applicationServerKey);
  });

  test("is one of the curve, whatever it is made from", () => {
    // Zero and all that is not below the curve's order are no keys.
    for (const fill of [0, 255]) {
      const vapid = createVapid(Buffer.alloc(32, fill), undefined);
      expect(read(vapid.authorizationFor(url)).key).toBe(vapid.applicationServerKey);
    }
  });

  test("[8292 §2.1] comes with whom to turn to, where that is known", () => {
    const named = createVapid(seed, "https://mail.example.org");
    expect(read(named.authorizationFor(url)).claims).toMatchObject({
      aud: "https://push.example.net",
      sub: "https://mail.example.org",
    });
    expect(read(createVapid(seed, undefined).authorizationFor(url)).claims).not.toHaveProperty("sub");
  });
});

test("[9749 §5] a subscription that its service binds to another key is given up: the client makes another", async () => {
  answers = [403];
  await subscribe();
  await expect.poll(() => received.length).toBe(1);
  await expect.poll(async () => (await server.client.call("PushSubscription/get", { ids: null })).list).toEqual([]);
});
