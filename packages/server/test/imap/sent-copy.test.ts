/** The copy of a message in the server's Sent: one, whether we append it or the server files it. */
import type { Id } from "@pismo/jmap";
import type { ImapFlow } from "imapflow";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../jmap/test/eventually.ts";
import { applyFiled } from "../../src/bridge/imap/pull/apply-changes.ts";
import type { AccountSync } from "../../src/bridge/imap/sync/account-sync.ts";
import { startSubmissionQueue, type SubmissionQueue } from "../../src/bridge/smtp/send/submission-queue.ts";
import { createLogger } from "../../src/log.ts";
import { cancelSubmission, getSubmissions } from "../../src/store/submission/email-submissions.ts";
import { insertSubmission } from "../../src/store/submission/insert-submissions.ts";
import { retrySubmissions } from "../../src/store/submission/outbox.ts";
import { updateEmail } from "../../src/store/mail/emails.ts";
import { getIdentities } from "../../src/store/submission/identities.ts";
import { readMirroredEmail } from "../../src/store/mirror/imap-copies.ts";
import { canRunDovecot, type Dovecot, poorCapability, startDovecot } from "../servers/dovecot.ts";
import { type Behaviour, type Peer, startPeer } from "../support/smtp-peer.ts";
import { foreignClient, testMessage, emailsOf, mailboxNamed, MirrorStore, upToDate } from "./mirrored.ts";

describe.skipIf(!canRunDovecot).each([
  { kind: "that knows much", capability: undefined },
  { kind: "that knows little", capability: poorCapability },
])("a server $kind", ({ capability }) => {
  let dovecot: Dovecot;
  let mirror: MirrorStore;
  let queue: SubmissionQueue;
  let peer: Peer;
  let behaviour: Behaviour;
  let client: ImapFlow;
  let accountId: Id;
  let sync: AccountSync;
  let users = 0;

  beforeAll(async () => {
    dovecot = await startDovecot({ ...(capability && { capability }) });
  });
  afterAll(() => dovecot?.stop());
  beforeEach(async () => {
    const username = `sender${++users}`;
    behaviour = {};
    peer = await startPeer({ onMessage: (given) => behaviour.onMessage?.(given) });
    mirror = await MirrorStore.open();
    client = await foreignClient(dovecot.port, username);
    accountId = await mirror.addAccount({ port: dovecot.port, username });
    sync = mirror.start(accountId, { passIntervalMs: 300 });
    await upToDate(mirror, accountId);
    const smtpUrl = new URL(`smtp://127.0.0.1:${peer.port}`);
    queue = startSubmissionQueue({
      config: { domain: "pismo.localhost", smtpUrl },
      store: mirror.store,
      membership: await mirror.store.join(["jobs"]),
      ingest: mirror.ingest,
      log: createLogger("silent"),
      retryPlan: { pausesMs: [1500], giveUpAfterMs: 60_000 },
    });
  });
  afterEach(async () => {
    await queue.close();
    await mirror.close();
    client.close();
    await peer.close();
  });

  /** A draft that the server has already, or is about to get, then sent as EmailSubmission/set does. */
  async function send(name: string, heldMs = 0, isThere = true): Promise<{ emailId: Id; submissionId: Id }> {
    const [drafts, sent] = [
      await mailboxNamed(mirror, accountId, "drafts"),
      await mailboxNamed(mirror, accountId, "sent"),
    ];
    const { id: emailId } = await mirror.ingest.deliver({
      accountId,
      bytes: Buffer.from(testMessage(name)),
      mailboxIds: [drafts.id],
      keywords: ["$draft", "$seen"],
    });
    if (isThere) await upToDate(mirror, accountId);
    const { id: submissionId } = await mirror.store.write(async (tx) => {
      const [identity] = await getIdentities(tx, accountId);
      const envelope = {
        mailFrom: { email: "ann@example.org", parameters: null },
        rcptTo: [{ email: "friend@b.example", parameters: null }],
      };
      const made = { identityId: identity!.id, emailId, envelope, sendAt: new Date(Date.now() + heldMs) };
      const submission = await insertSubmission(tx, accountId, made);
      const update =
        heldMs > 0 ? { keywords: ["$seen", "$submitpending"] } : { mailboxIds: [sent.id], keywords: ["$seen"] };
      await updateEmail(tx, accountId, emailId, update);
      return submission;
    });
    return { emailId, submissionId };
  }
  const there = async (path: string): Promise<string[]> => {
    const box = await client.mailboxOpen(path, { readOnly: true });
    if (box.exists === 0) return [];
    return (await client.fetchAll("1:*", { envelope: true })).map(({ envelope }) => envelope?.subject ?? "");
  };
  const outcome = (submissionId: Id) =>
    mirror.store.read(async (reader) => (await getSubmissions(reader, accountId, [submissionId]))[0]!.recipients[0]!);

  /** Before its server has the draft. */
  async function schedule(name: string): Promise<{ emailId: Id; submissionId: Id }> {
    await mirror.stop(sync);
    const made = await send(name, 3_600_000, false);
    mirror.start(accountId, { passIntervalMs: 300 });
    return made;
  }
  const sendNow = (submissionId: Id) => mirror.store.write((tx) => retrySubmissions(tx, accountId, [submissionId]));
  const draftIsOnItsWay = (emailId: Id): Promise<void> =>
    eventually(async () => {
      const drafts = await mailboxNamed(mirror, accountId, "drafts");
      const { located, unlocated } = await mirror.store.read((reader) => readMirroredEmail(reader, accountId, emailId));
      expect([...located, ...unlocated].map(({ mailboxId }) => mailboxId)).toContain(drafts.id);
    });
  /** One in Sent, and none in Drafts. @returns the ids of all here */
  async function sentOnce(name: string): Promise<Id[]> {
    await eventually(async () => expect([await there("Drafts"), await there("Sent")]).toEqual([[], [name]]));
    await upToDate(mirror, accountId);
    expect([await there("Drafts"), await there("Sent")]).toEqual([[], [name]]);
    expect(peer.messages).toHaveLength(1);
    const messages = await emailsOf(mirror, accountId);
    expect(messages.get(name)?.keywords).toEqual(["$seen"]);
    return [...messages.values()].map(({ id }) => id);
  }
  /** With a field of its own and without ours, as servers do that file what they send. */
  async function fileInSent({ text }: { text: string }): Promise<undefined> {
    const own = await foreignClient(dovecot.port, `sender${users}`);
    await own.append("Sent", `X-Filed-By: the server\r\n${text}`, ["\\Seen"]);
    own.close();
  }

  test("one copy, when the message has gone out and not before", async () => {
    let tries = 0;
    behaviour.onMessage = () => (++tries === 1 ? "451 4.7.1 Later" : undefined);
    const { emailId, submissionId } = await send("waits");
    await eventually(async () => expect(await outcome(submissionId)).toMatchObject({ state: "queued", attempts: 1 }));
    expect(await there("Sent")).toEqual([]);
    await eventually(async () => expect(await there("Sent")).toEqual(["waits"]));
    expect(await outcome(submissionId)).toMatchObject({ state: "yes" });
    await upToDate(mirror, accountId);
    expect(await there("Drafts")).toEqual([]);
    const sent = await mailboxNamed(mirror, accountId, "sent");
    expect([...(await emailsOf(mirror, accountId, sent.id)).values()].map(({ id }) => id)).toEqual([emailId]);
    expect(peer.messages).toHaveLength(1);
  });

  test("one that waits to be sent stays in the server's Drafts, and is in Sent once it has gone out", async () => {
    const { emailId, submissionId } = await send("held", 3_600_000);
    await upToDate(mirror, accountId);
    expect(await outcome(submissionId)).toMatchObject({ state: "queued", attempts: 0 });
    expect([await there("Drafts"), await there("Sent")]).toEqual([["held"], []]);
    await mirror.store.write((tx) => retrySubmissions(tx, accountId, [submissionId]));
    await eventually(async () => expect(await there("Sent")).toEqual(["held"]));
    await eventually(async () => expect(await there("Drafts")).toEqual([]));
    const sent = await mailboxNamed(mirror, accountId, "sent");
    expect([...(await emailsOf(mirror, accountId, sent.id)).values()].map(({ id }) => id)).toEqual([emailId]);
    expect(peer.messages).toHaveLength(1);
  });

  test("one that is canceled in time is the draft that the server has", async () => {
    const { emailId, submissionId } = await send("canceled", 3_600_000);
    await mirror.store.write((tx) => cancelSubmission(tx, accountId, submissionId));
    await upToDate(mirror, accountId);
    const drafts = await mailboxNamed(mirror, accountId, "drafts");
    const [draft] = (await emailsOf(mirror, accountId, drafts.id)).values();
    expect(draft).toMatchObject({ id: emailId });
    expect(draft!.keywords).toContain("$draft");
    expect([await there("Drafts"), await there("Sent")]).toEqual([["canceled"], []]);
  });

  test("one that is scheduled before its server has the draft is a draft there, and in Sent once it has gone out", async () => {
    const { emailId, submissionId } = await schedule("early");
    await eventually(async () => expect(await there("Drafts")).toEqual(["early"]));
    const [draft] = await client.fetchAll("1", { flags: true });
    expect([...draft!.flags!].filter((flag) => flag !== "\\Recent").toSorted()).toEqual(["\\Draft", "\\Seen"]);
    expect(await outcome(submissionId)).toMatchObject({ state: "queued", attempts: 0 });
    expect((await emailsOf(mirror, accountId)).get("early")?.keywords).toContain("$submitpending");
    await sendNow(submissionId);
    expect(await sentOnce("early")).toEqual([emailId]);
  });

  test("such a one that is canceled is a draft on both sides, once", async () => {
    const { emailId, submissionId } = await schedule("early");
    await eventually(async () => expect(await there("Drafts")).toEqual(["early"]));
    await mirror.store.write((tx) => cancelSubmission(tx, accountId, submissionId));
    await upToDate(mirror, accountId);
    expect([await there("Drafts"), await there("Sent")]).toEqual([["early"], []]);
    const messages = [...(await emailsOf(mirror, accountId)).values()];
    expect(messages.map(({ id, keywords }) => [id, keywords.toSorted()])).toEqual([[emailId, ["$draft", "$seen"]]]);
  });

  test.each([
    { kind: "at once", isFiled: false, isBegun: false },
    { kind: "while the draft is on its way", isFiled: false, isBegun: true },
    { kind: "at once, by a server that files it", isFiled: true, isBegun: false },
    { kind: "while the draft is on its way, by a server that files it", isFiled: true, isBegun: true },
  ])("such a one that is sent $kind is there once", async ({ isFiled, isBegun }) => {
    if (isFiled) behaviour.onMessage = fileInSent;
    const { emailId, submissionId } = await schedule("early");
    if (isBegun) await draftIsOnItsWay(emailId);
    await sendNow(submissionId);
    expect(await sentOnce("early")).toEqual([emailId]);
  });

  test("a server that files what it sends has one too, and the message here is still the same", async () => {
    behaviour.onMessage = fileInSent;
    const { emailId, submissionId } = await send("filed");
    await eventually(async () => expect(await outcome(submissionId)).toMatchObject({ state: "yes" }));
    await upToDate(mirror, accountId);
    await eventually(async () => expect(await there("Drafts")).toEqual([]));
    expect(await there("Sent")).toEqual(["filed"]);
    expect([...(await emailsOf(mirror, accountId)).values()].map(({ id }) => id)).toEqual([emailId]);
    expect((await emailsOf(mirror, accountId)).get("filed")?.keywords).toEqual(["$seen"]);
  });

  test("a server that files it when our copy is there already has its own alone, and the message here is still the same", async () => {
    const { emailId } = await send("late");
    await eventually(async () => expect(await there("Sent")).toEqual(["late"]));
    await upToDate(mirror, accountId);
    const filed = `X-Filed-By: the server\r\n${testMessage("late")}`;
    await client.append("Sent", filed, ["\\Seen"]);
    await client.append("Sent", testMessage("another"), ["\\Seen"]);
    await eventually(async () => expect((await there("Sent")).toSorted()).toEqual(["another", "late"]));
    const [kept] = await client.fetchAll("1", { source: true });
    expect(kept?.source?.toString()).toBe(filed);
    await upToDate(mirror, accountId);
    const messages = await emailsOf(mirror, accountId);
    expect([...messages.keys()].toSorted()).toEqual(["another", "late"]);
    expect(messages.get("late")).toMatchObject({ id: emailId, keywords: ["$seen"] });
    // It is one message on both sides: what is done to it is done to the one that is left.
    await mirror.store.write((tx) => updateEmail(tx, accountId, emailId, { keywords: ["$seen", "$flagged"] }));
    await eventually(async () => {
      const [{ flags } = {}] = (await there("Sent")) && (await client.fetchAll("1", { flags: true }));
      expect(flags?.has("\\Flagged")).toBe(true);
    });
  });

  test("ours stays when the one that the server has filed is gone again before we come", async () => {
    const { emailId } = await send("late");
    await eventually(async () => expect(await there("Sent")).toEqual(["late"]));
    await upToDate(mirror, accountId);
    const sent = await mailboxNamed(mirror, accountId, "sent");
    await mirror.store.write(async (tx) => {
      const [ours] = (await readMirroredEmail(tx, accountId, emailId)).located;
      await applyFiled(tx, accountId, { ...ours!, mailboxId: sent.id, uid: 99 });
    });
    await eventually(async () => {
      const { located, unlocated } = await mirror.store.read((reader) => readMirroredEmail(reader, accountId, emailId));
      expect({ uids: located.map(({ uid }) => uid), unlocated }).toEqual({ uids: [1], unlocated: [] });
    });
    await upToDate(mirror, accountId);
    expect(await there("Sent")).toEqual(["late"]);
    expect([...(await emailsOf(mirror, accountId)).values()].map(({ id }) => id)).toEqual([emailId]);
  });
});
