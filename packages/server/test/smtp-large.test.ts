/** A large message is streamed from disk: it is never in memory as a whole. */
import { createServer, type AddressInfo } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHash } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { outgoingMessage } from "../src/bridge/smtp/send/outgoing-message.ts";
import { sendThroughRelay } from "../src/bridge/smtp/send/relay.ts";
import { openBlobs } from "../src/store/blobs/blobs.ts";

const megabyte = 1_000_000;
const header = "From: you@pismo.localhost\r\nBcc: hidden@b.example\r\nSubject: Large\r\n\r\n";
const block = Buffer.from(`${"x".repeat(98)}\r\n`.repeat(10_000));
const blocks = 40;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function inUse(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Speaks enough SMTP to accept a message, and stores its length and hash alone. */
async function counter(): Promise<{ port: number; octets(): number; hash(): string; close(): Promise<void> }> {
  const hash = createHash("sha256");
  let octets = 0;
  const server = createServer((socket) => {
    let isData = false;
    let tail = "";
    socket.on("error", () => {});
    socket.write("220 counter ESMTP\r\n");
    socket.on("data", (chunk) => {
      if (!isData) {
        for (const command of chunk.toString().split("\r\n").filter(Boolean)) {
          if (command.startsWith("DATA")) isData = true;
          socket.write(command.startsWith("DATA") ? "354 go on\r\n" : "250 OK\r\n");
        }
        return;
      }
      octets += chunk.length;
      hash.update(chunk);
      tail = (tail + chunk.subarray(-5).toString("latin1")).slice(-5);
      if (tail === "\r\n.\r\n") {
        isData = false;
        socket.write("250 2.0.0 taken\r\n");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    octets: () => octets,
    hash: () => hash.digest("hex"),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

test("40 MB go out whole, without Bcc, while memory grows by a fraction of that", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pismo-large-"));
  const blobs = await openBlobs(folder, false);
  const { blobId } = await blobs.putStream(
    (async function* () {
      yield Buffer.from(header);
      for (let index = 0; index < blocks; index++) yield block;
    })(),
    50 * megabyte,
  );
  const peer = await counter();
  const before = inUse();
  let after = Infinity;
  const message = (await outgoingMessage(blobs, blobId))!;
  const [outcome] = await sendThroughRelay(
    { url: new URL(`smtp://127.0.0.1:${peer.port}`), name: "pismo.localhost" },
    {
      mailFrom: { email: "you@pismo.localhost", parameters: null },
      rcptTo: [{ email: "friend@b.example", parameters: null }],
      message,
    },
    // All of it has been read and sent: what retains it retains it now.
    () => Promise.resolve(void (after = inUse())),
  );
  expect(outcome).toMatchObject({ outcome: "sent" });
  const expected = createHash("sha256").update(header.replace(/Bcc:.*\r\n/, ""));
  for (let index = 0; index < blocks; index++) expected.update(block);
  expect(peer.hash()).toBe(expected.update(".\r\n").digest("hex"));
  expect(message.size).toBe(peer.octets() - 3);
  expect(after - before).toBeLessThan(20 * megabyte);
  await peer.close();
  rmSync(folder, { recursive: true });
});
