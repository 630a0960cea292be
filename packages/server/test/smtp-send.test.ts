import { EventEmitter, once } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startSubmissionQueue } from "../src/bridge/smtp/send/submission-queue.ts";
import type { SubmissionQueue } from "../src/bridge/smtp/send/submission-queue.ts";
import { cancelSubmission } from "../src/store/submission/email-submissions.ts";
import { beginTransmission, claimDue } from "../src/store/submission/delivery-queue.ts";
import { mailStore } from "./support/mail-store.ts";
import type { MailStore } from "./support/mail-store.ts";
import { hangUp, startPeer } from "./support/smtp-peer.ts";
import type { Behaviour, Peer } from "./support/smtp-peer.ts";
import { settled, submission, submit } from "./support/submit.ts";

let mail: MailStore;
let peer: Peer | undefined;
let queue: SubmissionQueue | undefined;

beforeEach(async () => {
  mail = await mailStore(["you", "second"]);
});
afterEach(async () => {
  await queue?.close();
  await peer?.close();
  await mail.close();
  queue = undefined;
  peer = undefined;
});

async function startQueue(behaviour?: Behaviour, pausesMs = [20], giveUpAfterMs = 60): Promise<void> {
  if (behaviour) peer = await startPeer(behaviour);
  queue = startSubmissionQueue({
    config: { domain: "pismo.localhost", smtpUrl: peer && new URL(`smtp://127.0.0.1:${peer.port}`) },
    store: mail.store,
    membership: await mail.store.join(["jobs"]),
    ingest: mail.ingest,
    log: mail.log,
    retryPlan: { pausesMs, giveUpAfterMs },
  });
}

test("a local recipient has it in the inbox, unread, without Bcc and with a trace; the sender's copy keeps Bcc", async () => {
  await startQueue();
  const text =
    "From: you@pismo.localhost\r\nTo: second@pismo.localhost\r\nBcc: hidden@pismo.localhost\r\nSubject: Hello\r\n\r\nbody\r\n";
  const { recipients, undoStatus } = await settled(mail, await submit(mail, ["second@pismo.localhost"], { text }));
  expect(recipients).toMatchObject([{ state: "yes", smtpReply: expect.stringMatching(/^250 2\.1\.5 /) }]);
  expect(undoStatus).toBe("final");
  const [received] = await mail.emails(mail.accountIds[1], "inbox");
  expect(received?.keywords).toEqual([]);
  expect(received?.text).toMatch(/^Return-Path: <you@pismo\.localhost>\r\nReceived: /);
  expect(received?.text).not.toContain("hidden@");
  expect((await mail.emails(mail.accountIds[0], "sent"))[0]?.text).toContain("hidden@");
});

test("a message to oneself arrives once, also under two addresses", async () => {
  await startQueue();
  await settled(mail, await submit(mail, ["you@pismo.localhost", "You+x@pismo.localhost"]));
  expect(await mail.emails(mail.accountIds[0], "inbox")).toHaveLength(1);
});

test("[5890] a domain outside ASCII goes out as its A-labels in the header, and stays readable in the sender's copy", async () => {
  await startQueue({ hideSMTPUTF8: true });
  const text = "From: you@pismo.localhost\r\nTo: Оля <b@пример.рф>\r\nSubject: Hello\r\n\r\nbody\r\n";
  const { recipients } = await settled(mail, await submit(mail, ["b@пример.рф"], { text }));
  expect(recipients).toMatchObject([{ state: "yes" }]);
  expect(peer?.messages).toMatchObject([
    { text: text.replace("Оля <b@пример.рф>", "=?UTF-8?B?0J7Qu9GP?= <b@xn--e1afmkfd.xn--p1ai>") },
  ]);
  const [copy] = await mail.emails(mail.accountIds[0], "sent");
  expect(Buffer.from(copy?.text ?? "", "latin1").toString()).toBe(text);
});

test("a message to an address in A-labels finds the mailbox whose domain is written with other letters", async () => {
  await mail.close();
  mail = await mailStore(["you", "second@пример.рф"]);
  await startQueue();
  await settled(mail, await submit(mail, ["second@xn--e1afmkfd.xn--p1ai"]));
  expect(await mail.emails(mail.accountIds[1], "inbox")).toHaveLength(1);
});

test("here and elsewhere in one submission, each with its own reply", async () => {
  await startQueue({ onRecipient: (address) => (address.startsWith("no") ? "550 5.1.1 No such user" : undefined) });
  const to = ["second@pismo.localhost", "friend@b.example", "no@b.example", "nobody@pismo.localhost"];
  const { recipients } = await settled(mail, await submit(mail, to));
  expect(recipients.map(({ state, smtpReply }) => [state, smtpReply])).toEqual([
    ["yes", expect.stringMatching(/^250 /)],
    ["yes", "250 OK: queued as 42"],
    ["no", "550 5.1.1 No such user"],
    ["no", "550 5.1.1 No such mailbox"],
  ]);
  expect(peer?.messages).toMatchObject([{ from: "you@pismo.localhost", to: ["friend@b.example"] }]);
});

test("[3464] what is refused for good comes back as a readable report, once, in the inbox; the sent message stays", async () => {
  await startQueue({ onRecipient: () => "550 5.1.1 No such user" });
  const text = "Message-ID: <1@pismo.localhost>\r\nSubject: =?utf-8?B?0J/RgNC40LLQtdGC?=\r\n\r\nbody\r\n";
  await settled(mail, await submit(mail, ["no@b.example"], { text }));
  const [report, ...more] = await mail.emails(mail.accountIds[0], "inbox");
  expect(more).toEqual([]);
  expect(report?.headers).toMatchObject({
    subject: "Письмо не доставлено / Undelivered: Привет",
    inReplyTo: ["1@pismo.localhost"],
  });
  expect(report?.structure.type).toBe("multipart/report");
  expect(report?.structure.subParts?.map(({ type }) => type)).toEqual([
    "text/plain",
    "message/delivery-status",
    "text/rfc822-headers",
  ]);
  expect(report?.text).toContain("Final-Recipient: rfc822; no@b.example\r\nAction: failed\r\nStatus: 5.1.1\r\n");
  expect(report?.preview).toContain("Сервер получателя отказался");
  expect(await mail.emails(mail.accountIds[0], "sent")).toHaveLength(1);
});

test("a temporary refusal is tried again until it works", async () => {
  let tries = 0;
  await startQueue({ onMessage: () => (++tries < 3 ? "451 4.7.1 Greylisted" : undefined) }, [20, 20, 20]);
  const { recipients } = await settled(mail, await submit(mail, ["friend@b.example"]));
  expect(recipients).toMatchObject([{ state: "yes", attempts: 3 }]);
  expect(peer?.messages).toHaveLength(1);
});

test("and after the last pause it fails with the last reason", async () => {
  await startQueue({ onRecipient: () => "451 4.2.0 Mailbox busy" }, [20, 20, 30]);
  const { recipients } = await settled(mail, await submit(mail, ["friend@b.example"]));
  expect(recipients).toMatchObject([{ state: "no", smtpReply: "451 4.2.0 Mailbox busy", attempts: 3 }]);
  expect(await mail.emails(mail.accountIds[0], "inbox")).toHaveLength(1);
});

test("[8621 §7.5] while it waits for another try it can still be taken back", async () => {
  await startQueue({ onRecipient: () => "451 4.2.0 Later" }, [60_000], 100_000);
  const id = await submit(mail, ["friend@b.example"]);
  const waiting = await settled(
    mail,
    id,
    ({ recipients }) => recipients[0]?.state === "queued" && recipients[0].attempts === 1,
  );
  expect(waiting.undoStatus).toBe("pending");
  await mail.store.write((tx) => cancelSubmission(tx, mail.accountIds[0] ?? "", id));
  expect(await submission(mail, id)).toMatchObject({ undoStatus: "canceled", recipients: [{ state: "canceled" }] });
});

test("what is to be sent later waits, and the clock wakes the queue", async () => {
  await startQueue();
  const sendAt = new Date(Date.now() + 400);
  const id = await submit(mail, ["second@pismo.localhost"], { sendAt });
  expect((await submission(mail, id)).recipients[0]?.state).toBe("queued");
  await settled(mail, id);
  expect(Date.now()).toBeGreaterThanOrEqual(sendAt.getTime());
});

test("no reply after the end of the message: unknown, said honestly, never sent again", async () => {
  await startQueue({ onMessage: () => hangUp });
  const { recipients } = await settled(mail, await submit(mail, ["friend@b.example"]));
  expect(recipients).toMatchObject([
    { state: "unknown", attempts: 1, smtpReply: expect.stringMatching(/^451 4\.4\.2 /) },
  ]);
  expect(peer?.messages).toHaveLength(1);
});

test("after a crash: what was claimed is sent, what was transmitting is unknown and stays so", async () => {
  const { id: claimedBy } = await mail.store.join(["jobs"]);
  const claimedId = await submit(mail, ["claimed@b.example"]);
  const transmittingId = await submit(mail, ["transmitting@b.example"]);
  await mail.store.write(async (tx) => {
    expect(await claimDue(tx, new Date(), 10, claimedBy)).toHaveLength(2);
    await beginTransmission(tx, { submissionId: transmittingId, claimedBy }, [0]);
  });
  await startQueue({});
  expect((await settled(mail, claimedId)).recipients).toMatchObject([{ state: "yes" }]);
  expect((await settled(mail, transmittingId)).recipients).toMatchObject([
    { state: "unknown", smtpReply: expect.stringContaining("may have arrived") },
  ]);
  expect(peer?.messages.map(({ to }) => to)).toEqual([["claimed@b.example"]]);
});

test("without a relay a message to elsewhere fails at once and says why", async () => {
  await startQueue();
  const { recipients } = await settled(mail, await submit(mail, ["friend@b.example"]));
  expect(recipients).toMatchObject([{ state: "no", smtpReply: expect.stringContaining("PISMO_SMTP_URL") }]);
});

test("[5321 §4.5.5] a message without a sender makes no report when it fails", async () => {
  await startQueue({ onRecipient: () => "550 5.1.1 No" });
  await settled(mail, await submit(mail, ["friend@b.example"], { from: "" }));
  expect(await mail.emails(mail.accountIds[0], "inbox")).toEqual([]);
});

test("a slow server does not hold up the other messages", async () => {
  const gate = new EventEmitter();
  const held = once(gate, "open").then(() => undefined);
  await startQueue({ onMessage: ({ to }) => (to[0]?.startsWith("slow") ? held : undefined) });
  const slow = await submit(mail, ["slow@b.example"]);
  await settled(mail, await submit(mail, ["quick@b.example"]));
  expect((await submission(mail, slow)).recipients[0]?.state).not.toBe("yes");
  gate.emit("open");
  await settled(mail, slow);
});
