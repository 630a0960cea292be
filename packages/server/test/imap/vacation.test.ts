/** Vacation responses of a mirrored account: who gets one, once, through the account's own server. */
import type { Id } from "@pismo/jmap";
import type { ImapFlow } from "imapflow";
import { createTransport } from "nodemailer";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { startSubmissionQueue, type SubmissionQueue } from "../../src/bridge/smtp/send/submission-queue.ts";
import { startVacationQueue } from "../../src/bridge/smtp/vacation/vacation-queue.ts";
import { createLogger } from "../../src/log.ts";
import { getAccount } from "../../src/store/auth/accounts.ts";
import { updateVacationResponse } from "../../src/store/submission/vacation-responses.ts";
import { listVacationDue } from "../../src/store/submission/vacation-due.ts";
import { canDovecotReceive, type Dovecot, startDovecot } from "../servers/dovecot.ts";
import { type Peer, startPeer } from "../support/smtp-peer.ts";
import { foreignClient, MirrorStore, upToDate } from "./mirrored.ts";

const log = createLogger("silent");
const config = { domain: "pismo.localhost" };
const hour = 3_600_000;

describe.skipIf(!canDovecotReceive)("an account at a mail server whose person is away", () => {
  let dovecot: Dovecot;
  let mirror: MirrorStore;
  let peer: Peer;
  let submissions: SubmissionQueue;
  let answers: { close(): Promise<void> } | undefined;
  let client: ImapFlow;
  let username: string;
  let accountId: Id;
  let email: string;
  let users = 0;

  beforeAll(async () => {
    dovecot = await startDovecot({ lmtp: true });
  });
  afterAll(() => dovecot?.stop());
  beforeEach(async () => {
    username = `away${++users}`;
    peer = await startPeer({
      authMethods: ["PLAIN"],
      onAuth: (auth, _session, callback) => callback(null, { user: auth.username }),
    });
    mirror = await MirrorStore.open();
    client = await foreignClient(dovecot.port, username);
    accountId = await mirror.addAccount({
      port: dovecot.port,
      username,
      smtpUrl: `smtp+plain://127.0.0.1:${peer.port}`,
    });
    ({ email } = (await mirror.store.read((reader) => getAccount(reader, accountId)))!);
    const { store, ingest, vault } = mirror;
    const membership = await store.join(["jobs"]);
    const settings = { ...config, smtpUrl: undefined };
    submissions = startSubmissionQueue({ config: settings, store, ingest, log, vault, membership });
  });
  afterEach(async () => {
    await answers?.close();
    await submissions.close();
    await mirror.close();
    client.close();
    await peer.close();
  });

  const begin = (maySend = true): void => {
    const { store, ingest } = mirror;
    answers = startVacationQueue({ config, store, ingest, log, maySend: async () => maySend, pauseMs: 50 });
  };
  const goAway = (isEnabled = true) =>
    mirror.store.write((tx) => updateVacationResponse(tx, accountId, { isEnabled, textBody: "Back in August" }));
  async function mirrorNow(): Promise<void> {
    mirror.start(accountId, { passIntervalMs: 100 });
    await upToDate(mirror, accountId);
  }
  interface Given {
    from?: string;
    headers?: Record<string, string>;
    text?: string;
    date?: Date;
    to?: string;
  }
  async function deliver(
    subject: string,
    { from = "friend@b.example", to = email, ...more }: Given = {},
  ): Promise<void> {
    const transport = createTransport({ host: "127.0.0.1", port: dovecot.lmtpPort, lmtp: true, ignoreTLS: true });
    await transport.sendMail({ text: "Hello", ...more, from, to, subject, envelope: { from, to: username } });
    transport.close();
  }
  const arrived = (subject: string) =>
    eventually(async () => {
      const found = await mirror.store.read((reader) =>
        reader.all("select 1 from email_content where cast(headers as text) like ?", `%${subject}%`),
      );
      expect(found).not.toEqual([]);
    });
  const answered = (): string[] => peer.messages.flatMap(({ to }) => to);
  /** Waits until all earlier messages are decided: the last one was answered. */
  async function settled(): Promise<void> {
    await deliver("The last", { from: "last@b.example" });
    await eventually(() => expect(answered()).toContain("last@b.example"));
    // What is answered is forgotten afterwards.
    await eventually(async () => expect(await mirror.store.read((reader) => listVacationDue(reader, 10))).toEqual([]));
  }

  test("a sender is answered once, through the account's server, from its address", async () => {
    await mirrorNow();
    await goAway();
    begin();
    await deliver("First question");
    await eventually(() => expect(answered()).toEqual(["friend@b.example"]));
    const [{ from, text } = { from: "", text: "" }] = peer.messages;
    expect(from).toBe(email);
    expect(text).toContain(`<${email}>`);
    expect(text).toMatch(/^Auto-Submitted: auto-replied\r$/m);
    expect(text).toMatch(/^In-Reply-To: /m);
    await deliver("Second question");
    await settled();
    expect(answered()).toEqual(["friend@b.example", "last@b.example"]);
    // The responses are in Sent, also on the server.
    await eventually(async () => expect((await client.mailboxOpen("Sent", { readOnly: true })).exists).toBe(2));
  });

  test("lists, robots, spam, reports and those who wrote to others are not answered", async () => {
    await mirrorNow();
    await goAway();
    begin();
    await deliver("List", { from: "a@b.example", headers: { "List-Id": "<x.b.example>" } });
    await deliver("Robot", { from: "b@b.example", headers: { "Auto-Submitted": "auto-replied" } });
    await deliver("Bulk", { from: "c@b.example", headers: { Precedence: "bulk" } });
    await deliver("Spam", { from: "d@b.example", headers: { "X-Spam-Flag": "YES" } });
    await deliver("No reply", { from: "no-reply@b.example" });
    await deliver("Others", { from: "e@b.example", to: "others@b.example" });
    await deliver("Oneself", { from: email });
    await deliver("Long ago", { from: "f@b.example", date: new Date(Date.now() - 24 * 30 * hour) });
    await settled();
    expect(answered()).toEqual(["last@b.example"]);
  });

  test("what was there before the account or the response, or is put there from elsewhere, is history", async () => {
    await deliver("Before the account", { from: "a@b.example" });
    await mirrorNow();
    await arrived("Before the account");
    await deliver("Before the response", { from: "b@b.example" });
    await arrived("Before the response");
    // A server tells the second of an arrival: what came in the one of the switch counts as after it.
    await mirror.store.write((tx) => tx.run("update email set received_at = received_at - 2000"));
    await goAway();
    begin();
    const old = `From: c@b.example\r\nTo: ${email}\r\nSubject: An import\r\nMessage-ID: <i@b.example>\r\n\r\nx\r\n`;
    await client.append("INBOX", old, [], new Date(Date.now() - 25 * hour));
    await client.append("Archive", old.replaceAll("c@b.example", "d@b.example"), [], new Date());
    await arrived("An import");
    await settled();
    expect(answered()).toEqual(["last@b.example"]);
  });

  test("after a short outage they are answered, after a day they are not; a large message is no other", async () => {
    await mirrorNow();
    await goAway();
    await deliver("While we were away");
    await deliver("Large", { from: "large@b.example", text: "x".repeat(700_000) });
    await deliver("Too long ago", { from: "late@b.example" });
    for (const subject of ["While we were away", "Large", "Too long ago"]) await arrived(subject);
    expect(await mirror.store.read((reader) => listVacationDue(reader, 10))).toHaveLength(3);
    await mirror.store.write((tx) =>
      tx.run(
        `update email set received_at = received_at - ?
         where id in (select email_id from email_content where cast(headers as text) like '%Too long ago%')`,
        25 * hour,
      ),
    );
    begin();
    await settled();
    expect(answered().toSorted()).toEqual(["friend@b.example", "large@b.example", "last@b.example"]);
  });

  test("an address that may not be sent from sends no answer, and neither does a response that is off", async () => {
    await mirrorNow();
    await goAway(false);
    await deliver("While it is off", { from: "a@b.example" });
    await arrived("While it is off");
    expect(await mirror.store.read((reader) => listVacationDue(reader, 10))).toEqual([]);
    await goAway();
    await deliver("May not");
    await arrived("May not");
    expect(await mirror.store.read((reader) => listVacationDue(reader, 10))).toHaveLength(1);
    begin(false);
    await eventually(async () => expect(await mirror.store.read((reader) => listVacationDue(reader, 10))).toEqual([]));
    expect(peer.messages).toEqual([]);
  });
});
