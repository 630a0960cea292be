import {
  type EmailSubmission,
  type EmailSubmissionSetArgs,
  type Id,
  type PatchObject,
  SetFailure,
  SUBMISSION,
} from "@pismo/jmap";
import {
  assertCancelable,
  cancelSubmissions,
  destroySubmissions,
  getSubmissions,
  type SubmissionRecord,
} from "../../store/submission/email-submissions.ts";
import { insertSubmissions } from "../../store/submission/insert-submissions.ts";
import { keepOriginals } from "../../store/submission/originals.ts";
import { readableBlobs } from "../../store/blobs/uploads.ts";
import { openRecipientCount } from "../../store/people/limits.ts";
import type { Reader, Transactor } from "../../store/db/store.ts";
import { checkArguments, id, list, mapOf, maybe, nullable, object, type Shape } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { setEmails } from "../email/set.ts";
import { hydrateEmailsById } from "../email/hydrate.ts";
import { inBatch } from "../standard/batch.ts";
import {
  assertRecord,
  assertSetSize,
  type Creation,
  invalidProperties,
  setRecords,
  setShape,
  type Update,
} from "../standard/set.ts";
import { checkNewSubmissions } from "./new-submission.ts";
import { toSubmission } from "./record.ts";
import { sendersOf } from "./senders.ts";

const shape: Shape<EmailSubmissionSetArgs> = {
  ...setShape<EmailSubmission>(),
  onSuccessUpdateEmail: maybe(mapOf(id, object)),
  onSuccessDestroyEmail: maybe(list(id)),
};

type Senders = Awaited<ReturnType<typeof sendersOf>>;

/** The Email of every submission that changed successfully, also of those that no longer exist. */
type EmailOf = Map<Id, Id>;

async function createAll(
  { accountId, call, emailOf, senders }: { accountId: Id; call: Call; emailOf: EmailOf; senders: Senders },
  tx: Transactor,
  records: readonly Creation[],
) {
  const given = records.map(([, record]) => record);
  const checked = await checkNewSubmissions(tx, accountId, given, call, senders);
  const count = await openRecipientCount(tx, accountId);
  return inBatch(
    checked,
    (each) => {
      if (each instanceof SetFailure) throw each;
      count.add(each.envelope.rcptTo.length);
      return each;
    },
    async (passed) => {
      await count.store();
      return (await insertSubmissions(tx, accountId, passed)).map((record) => {
        emailOf.set(record.id, record.emailId);
        const { identityId: _, emailId: __, remindAfterDays: ___, originals: ____, ...rest } = toSubmission(record);
        return rest;
      });
    },
  );
}

/** More files than a letter has. */
const MAX_ORIGINALS = 200;

interface SubmissionChange {
  cancels: boolean;
  /** Undefined: they stay. */
  originals?: Record<Id, Id> | null;
}

/** @throws SetFailure invalidProperties */
function checkedOriginals({ undoStatus }: SubmissionRecord, given: unknown): Record<Id, Id> | null {
  assertRecord({ originals: given }, { originals: nullable(mapOf(id, id)) });
  if (undoStatus !== "pending") throw invalidProperties(["originals"], "The Email waits no more");
  const originals = given as Record<Id, Id> | null;
  const isTooMany = Object.keys(originals ?? {}).length > MAX_ORIGINALS;
  if (isTooMany) throw invalidProperties(["originals"], `At most ${MAX_ORIGINALS} files`);
  return originals;
}

/** Only canceling is possible (RFC 8621 §7.5), and naming originals. @throws SetFailure */
function changeOf(submission: SubmissionRecord, patch: PatchObject): SubmissionChange {
  const before = toSubmission(submission);
  const changed = Object.keys(patch).filter(
    (property) => JSON.stringify(patch[property]) !== JSON.stringify(before[property as keyof EmailSubmission]),
  );
  const others = changed.filter((property) => property !== "undoStatus" && property !== "originals");
  if (others.length > 0) throw invalidProperties(others, "Of a submission only the undoStatus can be changed");
  const isGiven = changed.includes("originals");
  const given = isGiven && { originals: checkedOriginals(submission, patch["originals"]) };
  if (!changed.includes("undoStatus")) return { cancels: false, ...given };
  if (patch["undoStatus"] !== "canceled") throw invalidProperties(["undoStatus"], "It can only become canceled");
  return { cancels: assertCancelable(submission), ...given };
}

/** @throws SetFailure where the account has no such blob */
async function assertReadable(reader: Reader, accountId: Id, originals: Record<Id, Id> | null): Promise<void> {
  const blobIds = Object.values(originals ?? {});
  const readable = await readableBlobs(reader, accountId, blobIds);
  if (blobIds.some((blobId) => !readable.has(blobId))) throw invalidProperties(["originals"], "There is no such blob");
}

const submissionsById = async (reader: Reader, accountId: Id, ids: readonly Id[]): Promise<Map<Id, SubmissionRecord>> =>
  new Map((await getSubmissions(reader, accountId, ids)).map((submission) => [submission.id, submission]));

async function updateAll(accountId: Id, emailOf: EmailOf, tx: Transactor, records: readonly Update[]) {
  const ids = records.map(([submissionId]) => submissionId);
  const known = await submissionsById(tx, accountId, ids);
  return inBatch(
    records,
    async ([submissionId, patch]) => {
      const submission = known.get(submissionId);
      if (!submission) throw new SetFailure({ type: "notFound" });
      const { cancels, originals } = changeOf(submission, patch);
      if (originals !== undefined) await assertReadable(tx, accountId, originals);
      emailOf.set(submissionId, submission.emailId);
      return { submission, cancels, originals };
    },
    async (passed) => {
      for (const { submission, originals } of passed)
        if (originals !== undefined) await keepOriginals(tx, accountId, submission, originals);
      const cancelled = passed.flatMap(({ submission, cancels }) => (cancels ? submission : []));
      await cancelSubmissions(tx, accountId, cancelled);
      return passed.map(() => null);
    },
  );
}

async function destroyAll(accountId: Id, emailOf: EmailOf, tx: Transactor, ids: readonly Id[]) {
  const known = await submissionsById(tx, accountId, ids);
  return inBatch(
    ids,
    (submissionId) => {
      const submission = known.get(submissionId);
      if (!submission) throw new SetFailure({ type: "notFound" });
      emailOf.set(submissionId, submission.emailId);
      return submissionId;
    },
    async (doomed) => {
      await destroySubmissions(tx, accountId, doomed);
      return doomed.map(() => true as const);
    },
  );
}

/** EmailSubmission/set: RFC 8621 §7.5. Writes the rows here; the bridge sends them after the commit. */
export const set: Method<"EmailSubmission/set"> = {
  capability: SUBMISSION,
  parse: (args) => checkArguments(shape, args),
  async run(args, call: Call) {
    const { accountId, onSuccessUpdateEmail, onSuccessDestroyEmail, ...setArgs } = args;
    assertSetSize(setArgs, call);
    // A draft of another program may still be on the server; a submission needs its message here.
    const drafts = Object.values(setArgs.create ?? {}).flatMap(({ emailId }) =>
      typeof emailId === "string" ? call.createdIds.resolve(emailId) : [],
    );
    await hydrateEmailsById(call.context.store, accountId, drafts);
    const senders = await sendersOf(call.context.store, accountId, drafts);
    return call.context.store.write(
      async (tx) => {
        const emailOf: EmailOf = new Map();
        const wanted = { accountId, ...setArgs };
        const result = await setRecords<EmailSubmission>(tx, wanted, call, "EmailSubmission", {
          create: (inner, records) => createAll({ accountId, call, emailOf, senders }, inner, records),
          update: (inner, records) => updateAll(accountId, emailOf, inner, records),
          destroy: (inner, ids) => destroyAll(accountId, emailOf, inner, ids),
        });
        // In the same transaction: a crash cannot leave a sent message in Drafts.
        const emailFor = (key: Id): Id | undefined => emailOf.get(call.createdIds.resolve(key));
        const update: Record<Id, PatchObject> = {};
        for (const [key, patch] of Object.entries(onSuccessUpdateEmail ?? {})) {
          const emailId = emailFor(key);
          if (emailId !== undefined) update[emailId] = { ...update[emailId], ...patch };
        }
        const destroy = (onSuccessDestroyEmail ?? []).flatMap((key) => emailFor(key) ?? []);
        if (Object.keys(update).length > 0 || destroy.length > 0) {
          call.follow("Email/set", await setEmails(tx, { accountId, update, destroy }, call));
        }
        return result;
      },
      { accountId },
    );
  },
};
