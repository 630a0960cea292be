/** What a person may keep and send: quota and recipients within a day, as JMAP clients and SMTP see them. */
import { type Id, type Quota, RequestError, type SetError, SetFailure } from "@pismo/jmap";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startSmtpReceiver } from "../src/bridge/smtp/receive/receive.ts";
import { startSubmissionQueue } from "../src/bridge/smtp/send/submission-queue.ts";
import { createLogger } from "../src/log.ts";
import { countRecipients, getUsage, noteServerLimits, setLimit } from "../src/store/people/limits.ts";
import { type Jmap, jmap, lines, type LooseArgs } from "./support/jmap.ts";
import { SmtpClient } from "./support/smtp-client.ts";

const log = createLogger("silent");
const me = "you@pismo.localhost";
const other = "anna@pismo.localhost";
const QUOTA = 10_000;
let t: Jmap;

beforeEach(async () => {
  t = await jmap();
  await t.addMailbox("anna");
});
afterEach(() => t.close());

const serverLimits = (maxOctets: number | null, maxRecipients: number | null = null) =>
  t.store.write((tx) => noteServerLimits(tx, { maxOctets, maxRecipients }));
const letter = (size: number, subject = "Full"): string => {
  const head = lines(`From: ${me}`, `To: ${other}`, `Subject: ${subject}`, "");
  return head + "x".repeat(size - head.length);
};
const usage = () => t.store.read((reader) => getUsage(reader, t.accountId));
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const quotas = async () => {
  const { list, state } = await t.call("Quota/get");
  return { list: list as Quota[], state };
};
const changesSince = (sinceState: string) => t.call("Quota/changes", { sinceState });
const importOf = async (blobId: Id): Promise<SetError | undefined> => {
  const mailboxIds = { [t.role["inbox"]!]: true };
  const { notCreated } = await t.call("Email/import", { emails: { new: { blobId, mailboxIds } } });
  return notCreated?.["new"];
};
const draft = async (text: string): Promise<SetError | undefined> => {
  const create = {
    new: {
      mailboxIds: { [t.role["drafts"]!]: true },
      bodyStructure: { partId: "1", type: "text/plain" },
      bodyValues: { "1": { value: text } },
    },
  };
  return (await t.call("Email/set", { create })).notCreated?.["new"];
};

const refusal = (maxRecipients: number) => expect.objectContaining({ type: "rateLimit", maxRecipients }) as unknown;

describe("a quota", () => {
  test("counts the messages that lie here, and gives back what is deleted", async () => {
    expect(await usage()).toMatchObject({ octets: 0, maxOctets: null });
    const [one, two] = [await t.importMessage(letter(1000)), await t.importMessage(letter(500))];
    expect((await usage()).octets).toBe(1500);
    await t.call("Email/set", { destroy: [one] });
    expect((await usage()).octets).toBe(500);
    await t.call("Email/set", { destroy: [two] });
    expect((await usage()).octets).toBe(0);
  });

  test("[9425 §4] is a Quota whose use and limit clients follow", async () => {
    expect((await quotas()).list).toEqual([]);
    await serverLimits(QUOTA);
    const before = await quotas();
    expect(before.list).toEqual([
      {
        id: "q0",
        resourceType: "octets",
        used: 0,
        hardLimit: QUOTA,
        scope: "account",
        name: "Pismo",
        types: ["Email"],
        warnLimit: null,
        softLimit: null,
        description: null,
      },
    ]);
    await t.importMessage(letter(1000));
    const used = await quotas();
    expect(used.list[0]?.used).toBe(1000);
    expect(await changesSince(before.state)).toMatchObject({ updated: ["q0"], updatedProperties: ["used"] });
    await t.store.write((tx) => setLimit(tx, t.accountId, "maxOctets", 5000));
    expect((await quotas()).list[0]?.hardLimit).toBe(5000);
    expect(await changesSince(used.state)).toMatchObject({ updated: ["q0"], updatedProperties: null });
    // A new setting of the server does not concern who has a limit of their own.
    const own = await quotas();
    await serverLimits(null);
    expect(await quotas()).toEqual(own);
    await t.store.write((tx) => setLimit(tx, t.accountId, "maxOctets", "default"));
    expect((await quotas()).list).toEqual([]);
    expect(await changesSince(own.state)).toMatchObject({ destroyed: ["q0"] });
    // The setting of the last start stays the same: no client has to hear of it.
    const { state } = await quotas();
    await serverLimits(null);
    expect((await quotas()).state).toBe(state);
  });

  test("[8620 §5.3] refuses what would exceed it: drafts, imports, uploads; and takes it again when there is room", async () => {
    const blobId = await t.upload(letter(4000));
    const first = await t.importMessage(letter(7000));
    await serverLimits(QUOTA);
    expect(await importOf(blobId)).toMatchObject({ type: "overQuota" });
    expect(await draft("x".repeat(4000))).toMatchObject({ type: "overQuota" });
    expect(await draft("short")).toBeUndefined();
    const refused = await errorOf(t.upload("x".repeat(4000), "text/plain"));
    expect(refused).toBeInstanceOf(RequestError);
    expect((refused as RequestError).problem).toMatchObject({ status: 413, limit: "overQuota" });
    const { notCreated } = await t.call("Blob/upload", {
      create: { new: { data: [{ "data:asText": "x".repeat(4000) }], type: "text/plain" } },
    });
    expect(notCreated?.["new"]).toMatchObject({ type: "overQuota" });
    // A person whose mailbox is full can still read, move and delete.
    await t.call("Email/set", { update: { [first]: { "keywords/$seen": true } }, destroy: [first] });
    expect(await importOf(blobId)).toBeUndefined();
    expect((await usage()).octets).toBeLessThanOrEqual(QUOTA);
  });

  test("refuses scripts that would exceed it, and keeps those that fit", async () => {
    const script = (size: number) => t.upload(`#${"x".repeat(size)}\nkeep;\n`, "application/sieve");
    const [small, large, rewritten] = [await script(10), await script(4000), await script(4001)];
    await t.importMessage(letter(7000));
    // Uploads make room for each other, the oldest first.
    await t.store.write((tx) => tx.run("delete from upload where size = ?", 7000));
    await serverLimits(QUOTA);
    const create = { large: { name: "Large", blobId: large }, small: { name: "Small", blobId: small } };
    const made = await t.call("SieveScript/set", { create });
    expect(Object.keys(made.created ?? {})).toEqual(["small"]);
    expect(made.notCreated).toMatchObject({ large: { type: "overQuota" } });
    const id = made.created!["small"]!.id!;
    const { notUpdated } = await t.call("SieveScript/set", { update: { [id]: { blobId: rewritten } } });
    expect(notUpdated).toMatchObject({ [id]: { type: "overQuota" } });
    const { list } = await t.call("SieveScript/get", { ids: null });
    expect(list).toEqual([expect.objectContaining({ id, name: "Small", blobId: small })]);
    const lasting = await t.store.read((reader) =>
      reader.all<{ blob_id: Id }>("select blob_id from upload where expires_at > ?", Date.now() + 10 * 86_400_000),
    );
    expect(lasting.map(({ blob_id }) => blob_id)).toEqual([small]);
  });

  test("of two letters that fit one by one, only one is taken", async () => {
    const [one, two] = [await t.upload(letter(6000, "one")), await t.upload(letter(6000, "two"))];
    await serverLimits(QUOTA);
    const results = await Promise.all([importOf(one), importOf(two)]);
    expect(results.filter((result) => result === undefined)).toHaveLength(1);
    expect(results.filter((result) => result?.type === "overQuota")).toHaveLength(1);
    expect((await usage()).octets).toBe(6000);
  });

  test("[8620 §6.1] the oldest uploads make room for new ones", async () => {
    await serverLimits(QUOTA);
    const first = await t.upload("1".repeat(6000), "text/plain");
    const second = await t.upload("2".repeat(6000), "text/plain");
    const kept = await t.store.read((reader) => reader.all<{ blob_id: Id }>("select blob_id from upload"));
    expect(kept.map(({ blob_id }) => blob_id)).toEqual([second]);
    expect(kept).not.toContain(first);
  });

  test("a person may have more than the others, less, or no limit", async () => {
    const blobId = await t.upload(letter(4000));
    await t.importMessage(letter(7000));
    await serverLimits(QUOTA);
    expect(await importOf(blobId)).toMatchObject({ type: "overQuota" });
    await t.store.write((tx) => setLimit(tx, t.accountId, "maxOctets", 20_000));
    expect(await importOf(blobId)).toBeUndefined();
    await t.store.write((tx) => setLimit(tx, t.accountId, "maxOctets", 1));
    expect(await importOf(blobId)).toMatchObject({ type: "overQuota" });
    await t.store.write((tx) => setLimit(tx, t.accountId, "maxOctets", "none"));
    expect(await importOf(blobId)).toBeUndefined();
    await t.store.write((tx) => setLimit(tx, t.accountId, "maxOctets", "default"));
    expect(await importOf(blobId)).toMatchObject({ type: "overQuota" });
  });

  test("[5321 §4.2.3] SMTP: later where the mailbox is full, never where the letter is larger than it", async () => {
    const receiver = await startSmtpReceiver({
      config: { domain: "pismo.localhost", smtpPort: 0, maxUploadSize: 1_000_000 },
      store: t.store,
      ingest: t.ingest,
      log,
    });
    const client = await SmtpClient.open(receiver.port);
    await serverLimits(QUOTA);
    expect(await client.deliver([me], letter(12_000))).toMatch(/^552 5\.2\.2/);
    expect(await client.deliver([me], letter(6000))).toMatch(/^250/);
    expect(await client.deliver([me], letter(6000))).toMatch(/^452 4\.2\.2/);
    // With SIZE (RFC 1870) before it is sent.
    expect(await client.say("MAIL FROM:<a@b.example> SIZE=6000")).toMatch(/^250/);
    expect(await client.say(`RCPT TO:<${me}>`)).toMatch(/^452 4\.2\.2/);
    expect(await client.say(`RCPT TO:<${other}>`)).toMatch(/^250/);
    await client.say("RSET");
    expect(await client.deliver([other], letter(6000))).toMatch(/^250/);
    client.close();
    await receiver.close();
  });
});

describe("a limit of recipients within a day", () => {
  let identityId: Id;
  let emailId: Id;

  beforeEach(async () => {
    ({ id: identityId } = (await t.call("Identity/get")).list[0] as { id: Id });
    emailId = await t.importMessage(letter(300), { mailboxIds: [t.role["drafts"]!], keywords: ["$draft"] });
  });

  const submit = async (...addresses: string[]) => {
    const envelope = { mailFrom: { email: me }, rcptTo: addresses.map((email) => ({ email })) };
    const create: LooseArgs = { new: { identityId, emailId, envelope } };
    const { created, notCreated } = await t.call("EmailSubmission/set", { create });
    return notCreated?.["new"] ?? (created!["new"] as { id: Id });
  };

  test("[8620 §5.3] refuses the letter that exceeds it with rateLimit and the limit; the letter stays a draft", async () => {
    await serverLimits(null, 3);
    expect(await submit(other, me)).toHaveProperty("id");
    expect(await submit(other, me)).toEqual(refusal(3));
    expect(await submit(other)).toHaveProperty("id");
    expect(await submit(other)).toEqual(refusal(3));
    expect((await t.email(emailId, ["keywords"])).keywords).toEqual({ $draft: true });
    // One that no day would allow.
    expect(await submit(other, me, other, me)).toMatchObject({ type: "tooManyRecipients", maxRecipients: 3 });
  });

  test("destroyed submissions count, those that were cancelled in time do not", async () => {
    await serverLimits(null, 2);
    const { id } = (await submit(other)) as { id: Id };
    await t.call("EmailSubmission/set", { destroy: [id] });
    const second = (await submit(other)) as { id: Id };
    expect(await submit(other)).toEqual(refusal(2));
    await t.call("EmailSubmission/set", { update: { [second.id]: { undoStatus: "canceled" } } });
    // A second time gives nothing back.
    await t.call("EmailSubmission/set", { update: { [second.id]: { undoStatus: "canceled" } } });
    expect(await submit(other)).toHaveProperty("id");
    expect(await submit(other)).toEqual(refusal(2));
  });

  test("a day later there is room again, and each person has their own", async () => {
    await serverLimits(null, 1);
    expect(await submit(other)).toHaveProperty("id");
    expect(await submit(other)).toEqual(refusal(1));
    await t.store.write((tx) => tx.run("update sent_count set hour = hour - 24"));
    expect(await submit(other)).toHaveProperty("id");
    await t.store.write((tx) => setLimit(tx, t.accountId, "maxRecipients", "none"));
    expect(await submit(other, me)).toHaveProperty("id");
    await t.store.write((tx) => setLimit(tx, t.accountId, "maxRecipients", 3));
    expect(await submit(other)).toEqual(refusal(3));
  });

  test("of letters that are sent at once, as many are taken as may be", async () => {
    await serverLimits(null, 5);
    const attempts = Array.from({ length: 12 }, () => t.store.write((tx) => countRecipients(tx, t.accountId, 1)));
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    const reasons = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
    expect(reasons.every((reason) => reason instanceof SetFailure)).toBe(true);
  });

  test("a letter to a mailbox here that is full comes back to its sender", async () => {
    const anna = await t.store.read((reader) =>
      reader.get<{ id: number }>("select id from account where email = ?", other),
    );
    await t.store.write((tx) => setLimit(tx, `a${anna!.id}`, "maxOctets", 10));
    const submission = (await submit(other)) as { id: Id };
    const membership = await t.store.join(["jobs"]);
    const queue = startSubmissionQueue({
      config: { domain: "pismo.localhost", smtpUrl: undefined },
      store: t.store,
      ingest: t.ingest,
      log,
      membership,
    });
    await expect
      .poll(async () => (await t.call("EmailSubmission/get", { ids: [submission.id] })).list[0]?.deliveryStatus)
      .toEqual({
        [other]: { smtpReply: "552 5.2.2 The recipient's mailbox is full", delivered: "no", displayed: "unknown" },
      });
    await queue.close();
    await membership.leave();
  });
});
