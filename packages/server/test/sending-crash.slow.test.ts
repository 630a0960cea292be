/**
 * Killed at every step between the queue and the record, no message is sent twice and none is lost: against Postfix where
 * it can run, else against a server of our own.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "../../jmap/test/eventually.ts";
import { type FaultProxy, startFaultProxy } from "./servers/fault-proxy.ts";
import { type MailStore, mailStore } from "./support/mail-store.ts";
import { canRunPostfix, startPostfix } from "./support/postfix.ts";
import { startPeer } from "./support/smtp-peer.ts";
import { settled, submit } from "./support/submit.ts";

interface Server {
  port: number;
  messages(): string[];
  stop(): unknown;
}

let dir: string;
let mail: MailStore;
let server: Server;
let proxy: FaultProxy;
let child: ChildProcess | undefined;
let count = 0;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "pismo-sending-"));
  mail = await mailStore(["you"], { dataDir: join(dir, "data") });
  if (canRunPostfix) server = await startPostfix();
  else {
    const peer = await startPeer();
    server = { port: peer.port, messages: () => peer.messages.map(({ text }) => text), stop: () => peer.close() };
  }
  proxy = await startFaultProxy(server.port);
});
afterEach(async () => {
  proxy.onChunk = undefined;
  await end();
});
afterAll(async () => {
  await proxy?.close();
  await server?.stop();
  await mail?.close();
  rmSync(dir, { recursive: true, force: true });
});

async function end(): Promise<void> {
  const running = child;
  child = undefined;
  if (!running || running.exitCode !== null || running.signalCode !== null) return;
  running.kill("SIGKILL");
  await once(running, "exit");
}

function start(dies = ""): ChildProcess {
  const file = new URL("./support/mail-child.ts", import.meta.url).pathname;
  const relay = `smtp://127.0.0.1:${proxy.port}`;
  child = spawn(process.execPath, [file, join(dir, "data"), relay, dies], { stdio: "ignore" });
  return child;
}

/** Sends a message with a process that is killed, then continues with one that is not. @returns its state and copies */
async function sendAndDie(kill: () => Promise<void>): Promise<{ state: string | undefined; copies: number }> {
  const subject = `letter ${++count} of the crash`;
  const text = `From: you@pismo.localhost\r\nSubject: ${subject}\r\n\r\n${"x".repeat(70)}\r\n`;
  const id = await submit(mail, ["friend@b.example"], { text });
  await kill();
  proxy.onChunk = undefined;
  start();
  const copiesOf = () =>
    server
      .messages()
      .filter((message) => message.includes(`Subject: ${subject}\r\n`) || message.includes(`Subject: ${subject}\n`))
      .length;
  const { recipients } = await eventually(() => settled(mail, id), 60_000);
  const [{ state } = { state: undefined }] = recipients;
  const atLeast = state === "yes" ? 1 : 0;
  await eventually(() => expect(copiesOf()).toBeGreaterThanOrEqual(atLeast), 20_000);
  // A second copy would be sent before a further message.
  const last = await submit(mail, ["friend@b.example"], { text: text.replace(subject, `after ${subject}`) });
  await settled(mail, last);
  await eventually(
    () => expect(server.messages().some((message) => message.includes(`after ${subject}`))).toBe(true),
    20_000,
  );
  return { state, copies: copiesOf() };
}

const transactions = ["the claim", "the mark that its end goes out now", "the record"];

test.each(
  transactions.flatMap((name, index) => [
    { name: `before ${name}`, dies: `${index + 1} before`, mayDoubt: index === 2 },
    { name: `after ${name}`, dies: `${index + 1} after`, mayDoubt: index === 1 },
  ]),
)("killed $name", async ({ dies, mayDoubt }) => {
  const { state, copies } = await sendAndDie(async () => {
    const dying = start(dies);
    await once(dying, "exit");
  });
  expect(mayDoubt ? ["unknown"] : ["yes"]).toContain(state);
  expect(mayDoubt ? [0, 1] : [1]).toContain(copies);
});

test("killed while sending, and again before and after taking over", async () => {
  const { state, copies } = await sendAndDie(async () => {
    for (const dies of ["2 after", "1 before", "1 after"]) await once(start(dies), "exit");
  });
  expect(state).toBe("unknown");
  expect(copies).toBe(0);
});

test.each([
  { at: "EHLO", from: "client", words: /^EHLO /im, mayDoubt: false },
  { at: "MAIL FROM", from: "client", words: /^MAIL FROM/im, mayDoubt: false },
  { at: "RCPT TO", from: "client", words: /^RCPT TO/im, mayDoubt: false },
  { at: "DATA", from: "client", words: /^DATA/im, mayDoubt: false },
  { at: "354", from: "server", words: /^354 /m, mayDoubt: false },
  { at: "the text", from: "client", words: /^Subject: letter/m, mayDoubt: false },
  { at: "the end of the text", from: "client", words: /(^|\r\n)\.\r\n$/, mayDoubt: true },
  { at: "the answer to it", from: "server", words: /^250 .*queued/im, mayDoubt: true },
] as const)("killed at $at", async ({ from, words, mayDoubt }) => {
  const { state, copies } = await sendAndDie(async () => {
    let isStruck = false;
    proxy.onChunk = (chunk) => {
      if (isStruck || chunk.from !== from || !words.test(chunk.bytes.toString("latin1"))) return "pass";
      isStruck = true;
      child?.kill("SIGKILL");
      // The reply is lost with the process; earlier commands have been sent.
      return from === "server" ? "cut-before" : "pass";
    };
    const dying = start();
    await once(dying, "exit");
    expect(isStruck).toBe(true);
  });
  expect(mayDoubt ? ["unknown"] : ["yes"]).toContain(state);
  expect(mayDoubt ? [0, 1] : [1]).toContain(copies);
});
