import {
  type EmailSubmission,
  type EmailSubmissionSetArgs,
  type Id,
  type PatchObject,
  SetFailure,
  SUBMISSION,
} from "@pismo/jmap";
import {
  cancelSubmission,
  destroySubmission,
  getSubmissions,
  insertSubmission,
} from "../../store/submission/email-submissions.ts";
import { countRecipients } from "../../store/people/limits.ts";
import type { Transactor } from "../../store/db/store.ts";
import { checkArguments, id, list, mapOf, maybe, object, type Shape } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { setEmails } from "../email/set.ts";
import { hydrateEmailsById } from "../email/hydrate.ts";
import { assertSetSize, invalidProperties, oneByOne, setRecords, setShape, type SingleRules } from "../standard/set.ts";
import { checkNewSubmission } from "./new-submission.ts";
import { toSubmission } from "./record.ts";
import { sendersOf } from "./senders.ts";

const shape: Shape<EmailSubmissionSetArgs> = {
  ...setShape<EmailSubmission>(),
  onSuccessUpdateEmail: maybe(mapOf(id, object)),
  onSuccessDestroyEmail: maybe(list(id)),
};

/** Only canceling is possible (RFC 8621 §7.5). */
async function cancel(tx: Transactor, accountId: Id, submissionId: Id, patch: PatchObject): Promise<void> {
  const [submission] = await getSubmissions(tx, accountId, [submissionId]);
  if (!submission) throw new SetFailure({ type: "notFound" });
  const before = toSubmission(submission);
  const changed = Object.keys(patch).filter(
    (property) => JSON.stringify(patch[property]) !== JSON.stringify(before[property as keyof EmailSubmission]),
  );
  const others = changed.filter((property) => property !== "undoStatus");
  if (others.length > 0) throw invalidProperties(others, "Of a submission only the undoStatus can be changed");
  if (changed.length === 0) return;
  if (patch["undoStatus"] !== "canceled") throw invalidProperties(["undoStatus"], "It can only become canceled");
  await cancelSubmission(tx, accountId, submissionId);
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
        /** The Email of every submission that changed successfully, also of those that no longer exist. */
        const emailOf = new Map<Id, Id>();
        const note = async (submissionId: Id): Promise<void> => {
          const [submission] = await getSubmissions(tx, accountId, [submissionId]);
          if (submission) emailOf.set(submissionId, submission.emailId);
        };
        const rules: SingleRules<EmailSubmission> = {
          async create(inner, given) {
            const checked = await checkNewSubmission(inner, accountId, given, call, senders);
            await countRecipients(inner, accountId, checked.envelope.rcptTo.length);
            const record = await insertSubmission(inner, accountId, checked);
            emailOf.set(record.id, record.emailId);
            const { identityId: _, emailId: __, ...rest } = toSubmission(record);
            return rest;
          },
          async update(inner, submissionId, patch) {
            await cancel(inner, accountId, submissionId, patch);
            await note(submissionId);
            return null;
          },
          async destroy(inner, submissionId) {
            await note(submissionId);
            await destroySubmission(inner, accountId, submissionId);
          },
        };
        const wanted = { accountId, ...setArgs };
        const result = await setRecords(tx, wanted, call, "EmailSubmission", oneByOne(rules, call));
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
