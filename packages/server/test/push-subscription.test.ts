import type { PushSubscription, PushVerification, StateChange } from "@pismo/jmap";
import { createECDH, randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { postPush } from "../src/web-push/push-request.ts";
import { createVapid } from "../src/web-push/vapid.ts";
import { findMailboxByRole, insertMailbox } from "../src/store/mail/mailboxes.ts";
import { listPushSubscriptions } from "../src/store/auth/push-subscriptions.ts";
import { revokeToken } from "../src/store/auth/tokens.ts";
import { type TestServer, testServer } from "./support/server.ts";

const { decrypt } = createRequire(import.meta.url)("http_ece") as {
  decrypt(content: Buffer, options: { version: "aes128gcm"; privateKey: object; authSecret: string }): Buffer;
};

interface Push {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

let server: TestServer;
/** A push service of our own. */
let service: Server;
let url: string;
let pushes: Push[];
/** Answers to the next pushes; 201 after them. */
let answers: number[];

beforeEach(async () => {
  server = await testServer();
  pushes = [];
  answers = [];
  service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      pushes.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(answers.shift() ?? 201).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/push`;
});
afterEach(async () => {
  await server.close();
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
});

const json = ({ body }: Push): unknown => JSON.parse(body.toString());
const changes = () => pushes.slice(1).map((push) => json(push) as StateChange);
const addFolder = (name: string) => server.store.write((tx) => insertMailbox(tx, server.accountId, { name }));
async function deliver(): Promise<void> {
  const { store, ingest, accountId } = server;
  const inbox = await store.read((reader) => findMailboxByRole(reader, accountId, "inbox"));
  await ingest.deliver({ accountId, bytes: Buffer.from("Subject: hello\r\n\r\nbody"), mailboxIds: [inbox?.id ?? ""] });
}
async function create(more: Partial<PushSubscription> = {}, client = server.client): Promise<string> {
  const subscription = { deviceClientId: "test", url, ...more };
  const { created, notCreated } = await client.call("PushSubscription/set", { create: { s: subscription } });
  expect(notCreated).toBeNull();
  return created?.["s"]?.id ?? "";
}
/** Creates and verifies, as a client does. */
async function subscribe(more: Partial<PushSubscription> = {}, client = server.client): Promise<string> {
  const before = pushes.length;
  const id = await create(more, client);
  await expect.poll(() => pushes.length).toBe(before + 1);
  const { verificationCode } = json(pushes[before] as Push) as PushVerification;
  await client.call("PushSubscription/set", { update: { [id]: { verificationCode } } });
  return id;
}
const subscriptions = async () => (await server.client.call("PushSubscription/get", { ids: null })).list;

describe("[8620 §7.2] push subscriptions", () => {
  test("are verified by a code that only the endpoint gets", async () => {
    const id = await create();
    await expect.poll(() => pushes).toHaveLength(1);
    const [push] = pushes;
    expect(push?.headers["content-type"]).toBe("application/json");
    expect(Number(push?.headers["ttl"])).toBeGreaterThan(0);
    expect(push?.headers["urgency"]).toBe("normal");
    expect(json(push as Push)).toEqual({
      "@type": "PushVerification",
      pushSubscriptionId: id,
      verificationCode: expect.any(String) as string,
    });
    expect(JSON.stringify(await subscriptions())).not.toContain(
      (json(push as Push) as PushVerification).verificationCode,
    );
  });

  test("hear nothing before that", async () => {
    await create();
    await expect.poll(() => pushes).toHaveLength(1);
    await addFolder("one");
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(pushes).toHaveLength(1);
  });

  test("hear what changed, and only that", async () => {
    await subscribe();
    await addFolder("one");
    await expect.poll(changes).toHaveLength(1);
    expect(Object.keys(changes()[0]?.changed[server.accountId] ?? {})).toEqual(["Mailbox"]);
    await deliver();
    await expect.poll(changes).toHaveLength(2);
    const { state } = await server.client.call("Email/get", { accountId: server.accountId, ids: [] });
    expect(changes()[1]?.changed[server.accountId]).toMatchObject({ Email: state });
  });

  test("hear only the types that they asked for", async () => {
    await subscribe({ types: ["EmailDelivery"] });
    await addFolder("one");
    await deliver();
    await expect.poll(changes).toHaveLength(1);
    expect(Object.keys(changes()[0]?.changed[server.accountId] ?? {})).toEqual(["EmailDelivery"]);
  });

  test("hear of a burst once or twice, with the newest state", async () => {
    await subscribe({ types: ["Mailbox"] });
    for (let count = 0; count < 40; count++) await addFolder(`folder ${count}`);
    const { state } = await server.client.call("Mailbox/get", { accountId: server.accountId, ids: [] });
    await expect.poll(() => changes().at(-1)?.changed[server.accountId]?.Mailbox).toBe(state);
    expect(changes().length).toBeLessThan(10);
  });

  test("hear of the accounts of their token alone, and nothing once it is revoked", async () => {
    const anna = await server.addMailbox("anna");
    await subscribe({}, anna.client);
    await deliver();
    await server.store.write((tx) => insertMailbox(tx, anna.accountId, { name: "hers" }));
    await expect.poll(changes).toHaveLength(1);
    expect(Object.keys(changes()[0]?.changed ?? {})).toEqual([anna.accountId]);
    await server.store.write((tx) => revokeToken(tx, "k2"));
    await server.store.write((tx) => insertMailbox(tx, anna.accountId, { name: "hers too" }));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(changes()).toHaveLength(1);
    expect(await server.store.read(listPushSubscriptions)).toEqual([]);
  });

  test("[8291] are encrypted for the keys that they bring", async () => {
    const receiver = createECDH("prime256v1");
    receiver.generateKeys();
    const authSecret = randomBytes(16).toString("base64url");
    await create({ keys: { p256dh: receiver.getPublicKey("base64url"), auth: authSecret } });
    await expect.poll(() => pushes).toHaveLength(1);
    const { headers, body } = pushes[0] as Push;
    expect(headers["content-encoding"]).toBe("aes128gcm");
    expect(body.toString("latin1")).not.toContain("PushVerification");
    const plain = decrypt(body, { version: "aes128gcm", privateKey: receiver, authSecret });
    expect(JSON.parse(plain.toString())).toMatchObject({ "@type": "PushVerification" });
  });

  test("[8030 §7.3] end when the service knows them no more", async () => {
    await subscribe();
    answers = [410];
    await addFolder("one");
    await expect.poll(subscriptions).toEqual([]);
  });

  test("are tried again while the service is away", async () => {
    await subscribe();
    answers = [503];
    await addFolder("one");
    await expect.poll(changes, { timeout: 4000 }).toHaveLength(2);
    expect(changes()[1]).toEqual(changes()[0]);
    expect(await subscriptions()).toHaveLength(1);
  });

  test("what changes while a push is under way is not lost", async () => {
    await subscribe({ types: ["Mailbox"] });
    answers = [503];
    await addFolder("one");
    await expect.poll(changes).toHaveLength(1);
    await addFolder("two");
    const { state } = await server.client.call("Mailbox/get", { accountId: server.accountId, ids: [] });
    await expect.poll(() => changes().at(-1)?.changed[server.accountId]?.Mailbox, { timeout: 4000 }).toBe(state);
  });
});

describe("an endpoint", () => {
  test.each([
    "http://push.example/x",
    "http://192.168.1.1/x",
    "ftp://push.example/x",
    "nonsense",
    "http://localhost.evil.example/x",
    "http://127.0.0.1.evil.example/x",
  ])("[8620 §7.2] must be https, or http to this machine: %s is refused", async (endpoint) => {
    const subscription = { deviceClientId: "test", url: endpoint };
    const { notCreated } = await server.client.call("PushSubscription/set", { create: { s: subscription } });
    expect(notCreated?.["s"]).toMatchObject({ type: "invalidProperties", properties: ["url"] });
  });

  test.each(["https://10.0.0.1/", "https://[fd00::1]/", "https://[::ffff:10.0.0.1]/", "https://0x0a000001/"])(
    "inside a private network is not called: %s",
    async (endpoint) => {
      await expect(push(endpoint)).rejects.toThrow("inside a private network");
    },
  );

  test("whose name leads to this machine is not called either", async () => {
    // Resolves to a loopback address by the hosts file or by RFC 6761.
    await expect(push("https://ip6-localhost/")).rejects.toThrow(/inside a private network|ENOTFOUND|EAI_AGAIN/);
  });

  test.each(["http://127.0.0.1:9/", "https://127.0.0.1:9/", "https://localhost:9/", "https://[::1]:9/"])(
    "on this machine is not called where others can be callers: %s",
    async (endpoint) => {
      await expect(push(endpoint, false)).rejects.toThrow(/inside a private network|without encryption/);
      await expect(push(endpoint)).rejects.toThrow("ECONNREFUSED");
    },
  );

  test("elsewhere is not called without encryption", async () => {
    await expect(push("http://push.example/")).rejects.toThrow("without encryption");
  });
});

const push = async (endpoint: string, mayCallLoopback = true): Promise<unknown> =>
  postPush(
    {
      id: "p1",
      username: "browser",
      deviceClientId: "test",
      url: endpoint,
      keys: null,
      types: null,
      expires: new Date(),
      verificationCode: "",
      isVerified: true,
      notifies: false,
      userAgent: null,
      sessionFamily: null,
    },
    {},
    { mayCallLoopback, vapid: createVapid(randomBytes(32), undefined) },
    { signal: AbortSignal.timeout(5000) },
  );
