/** Silent and slow connections to the SMTP receiver keep no other client out. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ConnectionLimits, ConnectionLimiter } from "../src/bridge/smtp/receive/connection-limits.ts";
import { type SmtpReceiver, startSmtpReceiver } from "../src/bridge/smtp/receive/receive.ts";
import { type MailStore, mailStore } from "./support/mail-store.ts";
import { SmtpClient } from "./support/smtp-client.ts";

const address = "you@pismo.localhost";
const message = "From: a@b.example\r\nSubject: Hello\r\n\r\nbody";

let mail: MailStore;
let receiver: SmtpReceiver;
let idle: Socket[];

const start = (connectionLimits?: ConnectionLimits) =>
  startSmtpReceiver({
    config: { domain: "pismo.localhost", smtpPort: 0, maxUploadSize: 1_000_000 },
    store: mail.store,
    ingest: mail.ingest,
    log: mail.log,
    ...(connectionLimits && { connectionLimits }),
  });

beforeEach(async () => {
  mail = await mailStore(["you"]);
  idle = [];
});
afterEach(async () => {
  for (const socket of idle) socket.destroy();
  await receiver.close();
  await mail.close();
});

async function silent(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "data");
  idle.push(socket);
  return socket;
}

test("a hundred that say nothing", async () => {
  receiver = await start();
  for (let count = 0; count < 100; count++) await silent(receiver.port);
  const client = await SmtpClient.open(receiver.port);
  expect(await client.deliver([address], message)).toMatch(/^250/);
  client.close();
  // The first ones were closed, with a reply.
  expect(idle[0]?.readableEnded || idle[0]?.destroyed).toBe(true);
  expect(idle.at(-1)?.destroyed).toBe(false);
});

test("a client that is about to send a message stays while there are silent ones", async () => {
  receiver = await start({ maxConnections: 3, maxMessages: 3, messageGraceMs: 0, minBytesPerSecond: 1000 });
  const client = await SmtpClient.open(receiver.port);
  expect(await client.say("MAIL FROM:<a@b.example>")).toMatch(/^250/);
  expect(await client.say(`RCPT TO:<${address}>`)).toMatch(/^250/);
  const first = await silent(receiver.port);
  const said = once(first, "data");
  for (let count = 0; count < 5; count++) await silent(receiver.port);
  expect(String((await said)[0])).toMatch(/^421 .*Silent for too long/);
  expect(await client.say("DATA")).toMatch(/^354/);
  expect(await client.say(`${message}\r\n.`)).toMatch(/^250/);
  client.close();
});

test("messages that never end: a slow one is ended, and while none is slow the next is asked to try later", async () => {
  const rules = { maxConnections: 10, maxMessages: 2, messageGraceMs: 3_600_000, minBytesPerSecond: 1000 };
  receiver = await start(rules);
  const begin = async (): Promise<SmtpClient> => {
    const client = await SmtpClient.open(receiver.port);
    for (const line of ["MAIL FROM:<a@b.example>", `RCPT TO:<${address}>`, "DATA"]) await client.say(line);
    return client;
  };
  const [one, two, three] = [await begin(), await begin(), await begin()];
  expect(await three.say(`${message}\r\n.`)).toMatch(/^451 4\.3\.2 /);
  expect(await one.say(`${message}\r\n.`)).toMatch(/^250/);
  expect(await three.deliver([address], message)).toMatch(/^250/);
  for (const client of [one, two, three]) client.close();
});

test("a message is slow by its bytes per second", () => {
  let now = 0;
  const ended: string[] = [];
  const rules = { maxConnections: 10, maxMessages: 2, messageGraceMs: 10_000, minBytesPerSecond: 1000 };
  const limiter = new ConnectionLimiter(
    rules,
    (id) => ended.push(id),
    () => now,
  );
  for (const id of ["drip", "quick", "next"]) limiter.admit(id);
  expect([limiter.beginMessage("drip"), limiter.beginMessage("quick"), limiter.beginMessage("next")]).toEqual([
    true,
    true,
    false,
  ]);
  now = 20_000;
  limiter.addBytes("drip", 19_999);
  limiter.addBytes("quick", 20_000);
  expect(limiter.beginMessage("next")).toBe(true);
  expect(ended).toEqual(["drip"]);
});
