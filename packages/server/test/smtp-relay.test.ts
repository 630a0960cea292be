import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { OutgoingMessage } from "../src/bridge/smtp/send/outgoing-message.ts";
import { sendThroughRelay } from "../src/bridge/smtp/send/relay.ts";
import { wireHeader } from "../src/mime/compose/wire-header.ts";
import { hangUp, startPeer } from "./support/smtp-peer.ts";
import type { Behaviour, Peer } from "./support/smtp-peer.ts";

const message = "From: a@pismo.localhost\r\nSubject: Hello\r\n\r\n.dot\r\n..two\r\nend\r\n";
const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function peer(behaviour: Behaviour = {}): Promise<Peer> {
  const started = await startPeer(behaviour);
  opened.push(started);
  return started;
}

const messageOf = (bytes: Buffer): OutgoingMessage => ({
  size: bytes.length,
  is8Bit: bytes.some((octet) => octet > 127),
  needsUtf8: wireHeader(bytes).needsUtf8,
  async *content() {
    yield bytes;
  },
});

function send(
  port: number,
  to: string[],
  options: { userInfo?: string; text?: string; beforeEnd?: () => Promise<void>; signal?: AbortSignal } = {},
) {
  return sendThroughRelay(
    { url: new URL(`smtp://${options.userInfo ?? ""}127.0.0.1:${port}`), name: "pismo.localhost" },
    {
      mailFrom: { email: "a@pismo.localhost", parameters: { ENVID: "QQ 1+2", RET: "HDRS" } },
      rcptTo: to.map((email) => ({ email, parameters: null })),
      message: messageOf(Buffer.from(options.text ?? message)),
    },
    options.beforeEnd ?? (() => Promise.resolve()),
    options.signal,
  );
}

test("the message arrives byte for byte, with the envelope's parameters", async () => {
  const server = await peer();
  expect(await send(server.port, ["b@b.example"])).toEqual([
    { address: "b@b.example", outcome: "sent", reply: "250 OK: queued as 42" },
  ]);
  expect(server.messages).toMatchObject([{ from: "a@pismo.localhost", to: ["b@b.example"], text: message }]);
  expect(server.messages[0]?.parameters).toMatchObject({ ENVID: "QQ 1+2", RET: "HDRS", SIZE: String(message.length) });
});

test("each recipient gets the server's own word", async () => {
  const replies: Record<string, string> = {
    "no@b.example": "550 5.1.1 No such user",
    "later@b.example": "450 4.2.0 Greylisted",
  };
  const server = await peer({ onRecipient: (address) => replies[address] });
  expect(await send(server.port, ["no@b.example", "yes@b.example", "later@b.example"])).toEqual([
    { address: "no@b.example", outcome: "refused", reply: "550 5.1.1 No such user" },
    { address: "yes@b.example", outcome: "sent", reply: "250 OK: queued as 42" },
    { address: "later@b.example", outcome: "deferred", reply: "450 4.2.0 Greylisted" },
  ]);
});

test("when all recipients are refused, each keeps its own reply", async () => {
  const server = await peer({
    onRecipient: (address) => (address.startsWith("no") ? "550 5.1.1 No" : "450 4.2.0 Later"),
  });
  const outcomes = await send(server.port, ["no@b.example", "later@b.example"]);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["refused", "deferred"]);
});

test("a refusal after DATA is final with 5xx and temporary with 4xx", async () => {
  const refusing = await peer({ onMessage: () => "554 5.6.0 Not wanted" });
  expect(await send(refusing.port, ["b@b.example"])).toMatchObject([
    { outcome: "refused", reply: "554 5.6.0 Not wanted" },
  ]);
  const full = await peer({ onMessage: () => "452 4.3.1 Full" });
  expect(await send(full.port, ["b@b.example"])).toMatchObject([{ outcome: "deferred", reply: "452 4.3.1 Full" }]);
});

test("a connection lost after the end of DATA leaves it open; the message must not go out again by itself", async () => {
  const server = await peer({ onMessage: () => hangUp });
  const [outcome] = await send(server.port, ["b@b.example"]);
  expect(outcome).toMatchObject({ outcome: "unknown" });
  expect(server.messages).toHaveLength(1);
});

test("until beforeEnd is fulfilled the server has no message", async () => {
  const server = await peer();
  const [outcome] = await send(server.port, ["b@b.example"], {
    beforeEnd: async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(server.messages).toEqual([]);
      throw new Error("disk full");
    },
  });
  expect(outcome).toMatchObject({ outcome: "deferred" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server.messages).toEqual([]);
});

test.each(["greeting", "EHLO", "MAIL", "RCPT", "DATA"])("hanging up at %s is temporary", async (phase) => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    if (phase === "greeting") socket.destroy();
    else socket.write("220 peer ESMTP\r\n");
    socket.on("data", (data) => {
      if (data.toString().startsWith(phase)) socket.destroy();
      else socket.write("250 OK\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened.push(server);
  const [outcome] = await send((server.address() as AddressInfo).port, ["b@b.example"]);
  expect(outcome).toMatchObject({ outcome: "deferred", reply: expect.stringMatching(/^4\d\d /) });
});

test("a server that is not there is temporary, and the reply says why", async () => {
  const [outcome] = await send(1, ["b@b.example"]);
  expect(outcome).toMatchObject({ outcome: "deferred", reply: expect.stringContaining("ECONNREFUSED") });
});

test("a wrong password is no fault of the message, and never stands in the reply", async () => {
  const server = await peer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: (auth, _session, callback) => callback(new Error(`no entry with ${auth.password}`)),
  });
  const [outcome] = await send(server.port, ["b@b.example"], { userInfo: "me:s%2Bcret@" });
  expect(outcome).toMatchObject({ outcome: "deferred", reply: expect.stringContaining("535") });
  expect(outcome?.reply).not.toContain("s+cret");
});

test("the password of the URL signs in", async () => {
  const server = await peer({
    allowInsecureAuth: true,
    authOptional: false,
    onAuth: (auth, _session, callback) =>
      auth.username === "me" && auth.password === "s+cret" ? callback(null, { user: 1 }) : callback(new Error("no")),
  });
  expect(await send(server.port, ["b@b.example"], { userInfo: "me:s%2Bcret@" })).toMatchObject([{ outcome: "sent" }]);
});

test("[6531] an address outside ASCII goes out as it is, an IDN domain also without SMTPUTF8", async () => {
  const modern = await peer();
  expect(await send(modern.port, ["почта@пример.example"])).toMatchObject([{ outcome: "sent" }]);
  expect(modern.messages[0]?.parameters).toMatchObject({ SMTPUTF8: true });
  const old = await peer({ hideSMTPUTF8: true });
  expect(await send(old.port, ["почта@пример.example", "b@b.example"])).toEqual([
    { address: "почта@пример.example", outcome: "refused", reply: expect.stringMatching(/^553 5\.6\.7 /) },
    { address: "b@b.example", outcome: "sent", reply: expect.any(String) },
  ]);
  expect(await send(old.port, ["b@пример.example"])).toMatchObject([{ outcome: "sent" }]);
});

test("[5890 §2.3.2.1] the domains of the envelope go as A-labels", async () => {
  const commands: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 peer ESMTP\r\n");
    socket.on("data", (data) => {
      commands.push(...data.toString().split("\r\n"));
      socket.write(data.toString().startsWith("RCPT") ? "550 5.1.1 No\r\n" : "250 OK\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened.push(server);
  const { port } = server.address() as AddressInfo;
  expect(await send(port, ["b@Пример.рф"])).toMatchObject([{ address: "b@Пример.рф", outcome: "refused" }]);
  expect(commands).toContain("RCPT TO:<b@xn--e1afmkfd.xn--p1ai>");
});

test("[6531 §3.5] a header with an address outside ASCII goes only where SMTPUTF8 is offered, and asks for it", async () => {
  const text = message.replace("Subject:", "Reply-To: почта@пример.example\r\nSubject:");
  const modern = await peer();
  expect(await send(modern.port, ["b@b.example"], { text })).toMatchObject([{ outcome: "sent" }]);
  expect(modern.messages[0]).toMatchObject({ text, parameters: { SMTPUTF8: true } });
  const old = await peer({ hideSMTPUTF8: true });
  expect(await send(old.port, ["b@b.example"], { text })).toEqual([
    { address: "b@b.example", outcome: "refused", reply: expect.stringMatching(/^554 5\.6\.9 .*SMTPUTF8/) },
  ]);
  expect(old.messages).toEqual([]);
});

test("a server that does not accept a message of this size is final", async () => {
  const server = await peer({ size: 10 });
  expect(await send(server.port, ["b@b.example"])).toMatchObject([{ outcome: "refused" }]);
});

test("a server that never answers is left when the process ends: unknown after the end of the message, deferred before", async () => {
  const silent = await peer({ onMessage: () => new Promise<undefined>(() => {}) });
  const [after] = await send(silent.port, ["b@b.example"], { signal: AbortSignal.timeout(500) });
  expect(after).toMatchObject({ outcome: "unknown" });
  const [before] = await send(silent.port, ["b@b.example"], {
    signal: AbortSignal.timeout(500),
    beforeEnd: () => new Promise(() => {}),
  });
  expect(before).toMatchObject({ outcome: "deferred" });
});
