/** The memory that large messages take: while they are ingested, and afterwards. */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { commandLine, type CommandLine } from "./support/command-line.ts";
import { enormousMessages } from "./support/enormous-messages.ts";
import { freePort } from "./servers/free-port.ts";
import { SmtpClient } from "./support/smtp-client.ts";

vi.setConfig({ testTimeout: 400_000 });

let pismo: CommandLine;
beforeEach(() => {
  pismo = commandLine();
});
afterEach(() => pismo.close());

const recipient = "you@pismo.localhost";

/** MB. */
function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const mb = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]) / 1024;
  return { now: mb("VmRSS"), peak: mb("VmHWM") };
}

/** 40 MB: a megabyte of words, and a file. Reading the text of a PDF takes memory of its own, whenever that is. */
const large = (index: number, type = "application/octet-stream"): Buffer =>
  Buffer.from(
    [
      `Subject: large ${index}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n`,
      `--b\r\nContent-Type: text/plain\r\n\r\n${"words and words ".repeat(60_000)}\r\n`,
      `--b\r\nContent-Type: ${type}; name=a\r\nContent-Transfer-Encoding: base64\r\n\r\n`,
      `${"A".repeat(75)}${index}\r\n`.repeat(500_000),
      "--b--\r\n",
    ].join(""),
  );
const stuffed = (letter: string): string => letter.replace(/\r\n|\r|\n/g, "\r\n").replace(/^\./gm, "..");

async function deliver(port: number, letter: string | Buffer): Promise<void> {
  const client = await SmtpClient.open(port);
  expect(await client.deliver([recipient], letter)).toMatch(/^250/);
  await client.say("QUIT");
}

test("it is bounded by the messages being ingested, not by those received, and is freed", async () => {
  const port = await freePort();
  const { child } = await pismo.serve({ PISMO_SMTP_PORT: String(port), PISMO_LOG_LEVEL: "error" });
  const pid = child.pid!;
  await deliver(port, "Subject: small\r\n\r\nThe first loads what it needs\r\n");
  const before = memoryOf(pid).now;

  await Promise.all(Array.from({ length: 8 }, (_, index) => deliver(port, large(index))));
  expect(memoryOf(pid).peak - before).toBeLessThan(500);

  for (const make of Object.values(enormousMessages)) await deliver(port, stuffed(make()));
  expect(memoryOf(pid).peak - before).toBeLessThan(500);
  await deliver(port, large(8, "application/pdf"));
  await expect.poll(() => memoryOf(pid).now - before, { timeout: 240_000, interval: 1000 }).toBeLessThan(180);
});
