/** Against Postfix, where it is installed and we are root. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSubmissionQueue } from "../src/bridge/smtp/send/submission-queue.ts";
import type { SubmissionQueue } from "../src/bridge/smtp/send/submission-queue.ts";
import { mailStore } from "./support/mail-store.ts";
import type { MailStore } from "./support/mail-store.ts";
import { canRunPostfix, startPostfix } from "./support/postfix.ts";
import type { Postfix } from "./support/postfix.ts";
import { settled, submit } from "./support/submit.ts";

let postfix: Postfix | undefined;
let mail: MailStore;
let queue: SubmissionQueue;

beforeAll(async () => {
  mail = await mailStore();
  if (!canRunPostfix) return;
  postfix = await startPostfix();
  queue = startSubmissionQueue({
    config: { domain: "pismo.localhost", smtpUrl: new URL(`smtp://127.0.0.1:${postfix.port}`) },
    store: mail.store,
    membership: await mail.store.join(["jobs"]),
    ingest: mail.ingest,
    log: mail.log,
  });
});
afterAll(async () => {
  await queue?.close();
  postfix?.stop();
  await mail.close();
});

async function arrived(count: number): Promise<string[]> {
  for (const until = Date.now() + 20_000; Date.now() < until;) {
    const messages = postfix?.messages() ?? [];
    if (messages.length >= count) return messages;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("Postfix did not deliver");
}

test.skipIf(!canRunPostfix)(
  "Postfix takes the message as it was written and refuses an unknown recipient in its own words",
  async () => {
    const body = ".one dot\r\n..two dots\r\nПривет в восьми битах\r\nFrom the start\r\n";
    const text = `From: you@pismo.localhost\r\nTo: friend@b.example\r\nBcc: other@b.example\r\nSubject: Hello\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${body}`;
    const { recipients } = await settled(mail, await submit(mail, ["friend@b.example", "nobody@b.example"], { text }));
    expect(recipients).toMatchObject([
      { state: "yes", smtpReply: expect.stringMatching(/^250 2\.0\.0 Ok: queued as /) },
      { state: "no", smtpReply: expect.stringMatching(/^550 5\.1\.1 .*User unknown/) },
    ]);
    const [message = ""] = await arrived(1);
    expect(message).not.toContain("Bcc:");
    expect(Buffer.from(message.slice(message.indexOf("\n\n") + 2), "latin1").toString()).toBe(
      body.replaceAll("\r\n", "\n"),
    );
    const [report] = await mail.emails(mail.accountIds[0], "inbox");
    expect(report?.text).toContain("Final-Recipient: rfc822; nobody@b.example");
  },
);
