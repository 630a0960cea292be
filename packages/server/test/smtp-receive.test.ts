import { afterEach, beforeEach, expect, test } from "vitest";
import { startSmtpReceiver } from "../src/bridge/smtp/receive/receive.ts";
import type { SmtpReceiver } from "../src/bridge/smtp/receive/receive.ts";
import type { Ingest } from "../src/ingest/ingest.ts";
import { StoreError } from "../src/store/db/store.ts";
import { mailStore } from "./support/mail-store.ts";
import type { MailStore } from "./support/mail-store.ts";
import { SmtpClient } from "./support/smtp-client.ts";

let mail: MailStore;
let receiver: SmtpReceiver;
let client: SmtpClient;

const start = (ingest: Ingest = mail.ingest, maxUploadSize = 1_000_000) =>
  startSmtpReceiver({
    config: { domain: "pismo.localhost", smtpPort: 0, maxUploadSize },
    store: mail.store,
    ingest,
    log: mail.log,
  });

beforeEach(async () => {
  mail = await mailStore(["you", "second"]);
  receiver = await start();
  client = await SmtpClient.open(receiver.port);
});
afterEach(async () => {
  client.close();
  await receiver.close();
  await mail.close();
});

const message = "From: a@b.example\r\nSubject: Hello\r\n\r\nbody";

test("[5321 §4.1.1.1] what is offered, and nothing else", async () => {
  const offered = (await client.say("EHLO client.example")).split("\r\n").map((line) => line.slice(4));
  expect(offered.slice(1)).toEqual(["PIPELINING", "8BITMIME", "SMTPUTF8", "ENHANCEDSTATUSCODES", "SIZE 1000000"]);
  expect(await client.say("STARTTLS")).toMatch(/^50\d/);
  expect(await client.say("AUTH PLAIN AGEAYg==")).toMatch(/^50\d/);
});

test("[5321 §4.4] a message lies unread in the inbox, with its trace in front of the bytes as they came", async () => {
  expect(await client.deliver(["you@pismo.localhost"], message)).toMatch(/^250 2\.\d\.\d OK/);
  const [received] = await mail.emails(mail.accountIds[0], "inbox");
  expect(received?.keywords).toEqual([]);
  expect(received?.headers.subject).toBe("Hello");
  expect(received?.text).toMatch(
    /^Return-Path: <a@b\.example>\r\nReceived: from client\.example \(\[127\.0\.0\.1\]\)\r\n by pismo\.localhost with ESMTP id \w+\r\n for <you@pismo\.localhost>;\r\n \w{3}, \d\d \w{3} \d{4} [\d:]{8} \+0000\r\nFrom: a@b\.example\r\n/,
  );
  expect(received?.text.endsWith(`${message}\r\n`)).toBe(true);
});

test("dots, bare LF, NUL and 8-bit bytes arrive as they are", async () => {
  const head = "Subject: x\r\n\r\n";
  const sent = Buffer.from(`${head}..one\r\n...two\r\nbare\nlf\r\n\0\xff\xd0 end\r\n..`, "latin1");
  expect(await client.deliver(["you@pismo.localhost"], sent)).toMatch(/^250/);
  const [received] = await mail.emails();
  expect(received?.text.split(head)[1]).toBe(".one\r\n..two\r\nbare\nlf\r\n\0\xff\xd0 end\r\n.\r\n");
});

test.each([
  ["you+tag@pismo.localhost", "sub-address"],
  ["YOU@Pismo.LocalHost", "case"],
  ["postmaster@pismo.localhost", "postmaster"],
  ["Postmaster", "postmaster without a domain"],
])("%s is delivered (%s)", async (address) => {
  expect(await client.deliver([address], message)).toMatch(/^250/);
  expect(await mail.emails()).toHaveLength(1);
});

test("[3463] an unknown mailbox is 550 5.1.1, an address elsewhere 550 5.7.1", async () => {
  expect(await client.deliver(["nobody@pismo.localhost"], message)).toMatch(/^550 5\.1\.1 /);
  await client.say("RSET");
  expect(await client.deliver(["you@elsewhere.example"], message)).toMatch(/^550 5\.7\.1 /);
});

test("[1870 §6.1] too large is 552 5.3.4, at MAIL by SIZE and in the stream", async () => {
  expect(await client.say("MAIL FROM:<a@b.example> SIZE=1000001")).toMatch(/^552 5\.3\.4 /);
  expect(await client.deliver(["you@pismo.localhost"], `Subject: x\r\n\r\n${"x".repeat(1_200_000)}`)).toMatch(
    /^552 5\.3\.4 /,
  );
  expect(await mail.emails()).toEqual([]);
  expect(await client.deliver(["you@pismo.localhost"], message)).toMatch(/^250/);
});

test("several recipients get a message each; the trace names none of them, and two addresses of one mailbox count once", async () => {
  const to = ["you@pismo.localhost", "second@pismo.localhost", "you+x@pismo.localhost"];
  expect(await client.deliver(to, message)).toMatch(/^250/);
  const [first] = await mail.emails(mail.accountIds[0]);
  expect(await mail.emails(mail.accountIds[0])).toHaveLength(1);
  expect(await mail.emails(mail.accountIds[1])).toHaveLength(1);
  expect(first?.text).not.toContain("second@");
});

test("[2920] a pipelined envelope, two messages on one connection, and a null sender", async () => {
  client.socket.write("MAIL FROM:<>\r\nRCPT TO:<you@pismo.localhost>\r\nDATA\r\n");
  expect([await client.reply(), await client.reply(), await client.reply()].map((reply) => reply.slice(0, 3))).toEqual([
    "250",
    "250",
    "354",
  ]);
  client.socket.write(`${message}\r\n.\r\nMAIL FROM:<b@b.example>\r\n`);
  expect(await client.reply()).toMatch(/^250/);
  expect(await client.reply()).toMatch(/^250/);
  expect((await mail.emails())[0]?.text).toMatch(/^Return-Path: <>\r\n/);
});

test("[6531 §4.3] SMTPUTF8 addresses and header", async () => {
  expect(await client.say("MAIL FROM:<почта@пример.example> SMTPUTF8")).toMatch(/^250/);
  expect(await client.say("RCPT TO:<you@pismo.localhost>")).toMatch(/^250/);
  expect(await client.say("DATA")).toMatch(/^354/);
  client.socket.write("From: почта@пример.example\r\nSubject: Привет\r\n\r\nтекст\r\n.\r\n");
  expect(await client.reply()).toMatch(/^250/);
  const [received] = await mail.emails();
  expect(received?.headers.subject).toBe("Привет");
  expect(Buffer.from(received?.text ?? "", "latin1").toString()).toContain("with UTF8SMTP id");
});

test("[5321 §4.1.4] HELO works too", async () => {
  const old = await SmtpClient.open(receiver.port, "HELO old.example");
  expect(await old.deliver(["you@pismo.localhost"], message)).toMatch(/^250/);
  old.close();
  expect((await mail.emails())[0]?.text).toContain("with SMTP id");
});

test("a client that hangs up in the middle leaves nothing", async () => {
  await client.say("MAIL FROM:<a@b.example>");
  await client.say("RCPT TO:<you@pismo.localhost>");
  await client.say("DATA");
  client.socket.write("Subject: half a let");
  client.close();
  const other = await SmtpClient.open(receiver.port);
  expect(await other.deliver(["you@pismo.localhost"], message)).toMatch(/^250/);
  other.close();
  expect((await mail.emails()).map(({ headers }) => headers.subject)).toEqual(["Hello"]);
});

test.each([
  ["452 4.3.1", new StoreError("diskFull", "The disk is full")],
  ["451 4.3.0", new Error("something else")],
])("%s when the message cannot be stored, and it can come again", async (code, failure) => {
  let isBroken = true;
  const deliverBatch: Ingest["deliverBatch"] = (...args) =>
    isBroken ? Promise.reject(failure) : mail.ingest.deliverBatch(...args);
  const broken = await start({ ...mail.ingest, deliverBatch });
  const other = await SmtpClient.open(broken.port);
  expect(await other.deliver(["you@pismo.localhost"], message)).toContain(code);
  isBroken = false;
  expect(await other.deliver(["you@pismo.localhost"], message)).toMatch(/^250/);
  other.close();
  await broken.close();
});

test("nothing that the client says can forge a header line", async () => {
  const forger = await SmtpClient.open(receiver.port, "EHLO a(b)<c>;x");
  expect(await forger.deliver(["you@pismo.localhost"], message)).toMatch(/^250/);
  forger.close();
  expect((await mail.emails())[0]?.text).toContain("Received: from abcx ([127.0.0.1])");
});

test("a port in use is the system's error, and nothing goes on running", async () => {
  const again = startSmtpReceiver({
    config: { domain: "pismo.localhost", smtpPort: receiver.port, maxUploadSize: 1000 },
    store: mail.store,
    ingest: mail.ingest,
    log: mail.log,
  });
  await expect(again).rejects.toMatchObject({ code: "EADDRINUSE" });
});
