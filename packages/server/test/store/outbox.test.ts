import { type Id, SetFailure } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { changesSince, stateOf } from "../../src/store/db/changes.ts";
import {
  cancelSubmission,
  destroySubmission,
  getSubmissions,
  querySubmissions,
} from "../../src/store/submission/email-submissions.ts";
import { insertSubmission } from "../../src/store/submission/insert-submissions.ts";
import { getIdentities } from "../../src/store/submission/identities.ts";
import {
  beginTransmission,
  claimDue,
  nextDueAt,
  recordOutcomes,
  recoverInterrupted,
} from "../../src/store/submission/delivery-queue.ts";
import { insertTestEmail, storeWithAccount, type TestStore } from "./test-store.ts";

let t: TestStore;
beforeEach(async () => {
  t = await storeWithAccount();
});
afterEach(() => t.store.close());

const now = new Date("2026-05-01T12:00:00Z");
const later = new Date("2026-05-01T13:00:00Z");

const submit = (sendAt: Date, ...rcptTo: string[]) =>
  t.store.write(async (tx) => {
    const email = await insertTestEmail(tx, t.accountId, [t.mailbox.drafts]);
    const [identity] = await getIdentities(tx, t.accountId);
    const envelope = {
      mailFrom: { email: "you@pismo.localhost", parameters: null },
      rcptTo: rcptTo.map((address) => ({ email: address, parameters: { NOTIFY: "NEVER" } })),
    };
    return insertSubmission(tx, t.accountId, { identityId: identity!.id, emailId: email.id, envelope, sendAt });
  });
/** No row of a process has this id: it is dead. */
const claimedBy = 7;
const claim = () => t.store.write((tx) => claimDue(tx, now, 10, claimedBy));
const only = async (id: Id) => (await t.store.read((reader) => getSubmissions(reader, t.accountId, [id])))[0]!;

test("due submissions are claimed once; later ones wait", async () => {
  const due = await submit(now, "a@x.example", "b@x.example");
  await submit(later, "c@x.example");
  expect(await t.store.read(nextDueAt)).toEqual(now);
  const claimed = await claim();
  expect(claimed).toMatchObject([
    { submissionId: due.id, accountId: t.accountId, recipients: [{ position: 0 }, { position: 1 }] },
  ]);
  expect(claimed[0]!.recipients[0]).toMatchObject({
    email: "a@x.example",
    parameters: { NOTIFY: "NEVER" },
    attempts: 1,
  });
  expect(await claim()).toEqual([]);
  expect(await t.store.read(nextDueAt)).toEqual(later);
});

test("[8621 §7] a submission is pending until its bytes are sent, then final, with each recipient's reply", async () => {
  const { id } = await submit(now, "a@x.example", "b@x.example");
  const since = await t.store.read((reader) => stateOf(reader, t.accountId, "EmailSubmission"));
  await claim();
  expect((await only(id)).undoStatus).toBe("pending");
  expect(await t.store.write((tx) => beginTransmission(tx, { submissionId: id, claimedBy }, [0, 1]))).toEqual([0, 1]);
  expect((await only(id)).undoStatus).toBe("final");
  await expect(t.store.write((tx) => cancelSubmission(tx, t.accountId, id))).rejects.toMatchObject({
    error: { type: "cannotUnsend" },
  });
  await t.store.write((tx) =>
    recordOutcomes(tx, { submissionId: id, claimedBy }, [
      { position: 0, state: "yes", smtpReply: "250 OK" },
      { position: 1, state: "queued", smtpReply: "451 Later", nextAttemptAt: later },
    ]),
  );
  expect((await only(id)).recipients).toMatchObject([
    { state: "yes", smtpReply: "250 OK" },
    { state: "queued", smtpReply: "451 Later", nextAttemptAt: later, attempts: 1 },
  ]);
  expect(await t.store.read((reader) => changesSince(reader, t.accountId, "EmailSubmission", since))).toMatchObject({
    updated: [id],
  });
});

test("[8621 §7.5] a submission cancelled after the claim is not sent", async () => {
  const { id } = await submit(now, "a@x.example");
  await claim();
  await t.store.write((tx) => cancelSubmission(tx, t.accountId, id));
  expect(await t.store.write((tx) => beginTransmission(tx, { submissionId: id, claimedBy }, [0]))).toEqual([]);
  await t.store.write((tx) =>
    recordOutcomes(tx, { submissionId: id, claimedBy }, [{ position: 0, state: "yes", smtpReply: "250" }]),
  );
  expect(await only(id)).toMatchObject({ undoStatus: "canceled", recipients: [{ state: "canceled" }] });
});

test("after a crash claimed recipients are retried, transmitting ones never", async () => {
  const [claimed, sent] = [await submit(now, "a@x.example"), await submit(now, "b@x.example")];
  await claim();
  await t.store.write((tx) => beginTransmission(tx, { submissionId: sent.id, claimedBy }, [0]));
  await t.store.write((tx) => recoverInterrupted(tx, "451 cut off", { processId: 8, inProgress: [] }));
  expect(await only(sent.id)).toMatchObject({
    undoStatus: "final",
    recipients: [{ state: "unknown", smtpReply: "451 cut off" }],
  });
  expect((await claim()).map(({ submissionId }) => submissionId)).toEqual([claimed.id]);
});

test("[8621 §7.5] a destroyed submission is hidden and sent all the same", async () => {
  const { id } = await submit(now, "a@x.example");
  const since = await t.store.read((reader) => stateOf(reader, t.accountId, "EmailSubmission"));
  await t.store.write((tx) => destroySubmission(tx, t.accountId, id));
  expect(await t.store.read((reader) => getSubmissions(reader, t.accountId))).toEqual([]);
  await expect(t.store.write((tx) => destroySubmission(tx, t.accountId, id))).rejects.toThrow(SetFailure);
  expect((await claim()).map(({ submissionId }) => submissionId)).toEqual([id]);
  await t.store.write((tx) =>
    recordOutcomes(tx, { submissionId: id, claimedBy }, [{ position: 0, state: "yes", smtpReply: "250" }]),
  );
  expect(await t.store.read((reader) => changesSince(reader, t.accountId, "EmailSubmission", since))).toMatchObject({
    updated: [],
    destroyed: [id],
  });
});

const query = (...args: unknown[]) =>
  t.store.read((reader) => querySubmissions(reader, t.accountId, ...(args as [null])));

test("[8621 §7.3] submissions are filtered and sorted", async () => {
  const [first, second] = [await submit(now, "a@x.example"), await submit(later, "b@x.example")];
  expect(await query(null)).toEqual([second.id, first.id]);
  expect(await query(null, [{ property: "sentAt" }])).toEqual([first.id, second.id]);
  expect(await query({ emailIds: [first.emailId] })).toEqual([first.id]);
  expect(await query({ before: "2026-05-01T12:30:00Z", undoStatus: "pending" })).toEqual([first.id]);
  expect(await query({ operator: "NOT", conditions: [{ threadIds: [first.threadId] }] })).toEqual([second.id]);
});
