/** The outbox of an account at another JMAP server: what was held here, and has not gone, or perhaps not. */
import { type Id, type OutboxEntry, type OutboxRecipient, SetFailure, utcDateOf } from "@pismo/jmap";
import { settled } from "../../../methods/standard/outcomes.ts";
import {
  changeHeld,
  type HeldState,
  type HeldSubmission,
  heldState,
  listHeld,
} from "../../../store/submission/held-submissions.ts";
import { noteHeldSent } from "../../../store/submission/held-queue.ts";
import { isInSent } from "../../../upstream/held/held-account.ts";
import type { HeldCall, Results } from "./held-call.ts";

const stateOf: Partial<Record<HeldState, OutboxRecipient["state"]>> = {
  waiting: "waiting",
  asking: "sending",
  returning: "failed",
  refused: "failed",
  gone: "failed",
  unknown: "unknown",
};

/** What is about to be sent for the first time is not in it. */
const isListed = ({ state, attempts }: HeldSubmission): boolean =>
  stateOf[state] !== undefined && (attempts > 0 || (state !== "waiting" && state !== "asking"));

function toEntry(held: HeldSubmission): OutboxEntry {
  const { id, emailId, subject, sendAt, envelope, state, problem, reply, nextAttemptAt } = held;
  const recipient: Omit<OutboxRecipient, "email"> = {
    state: stateOf[state]!,
    problem,
    reply,
    nextAttemptAt: state === "waiting" ? utcDateOf(nextAttemptAt) : null,
  };
  const recipients = envelope.rcptTo.map(({ email }) => ({ email, ...recipient }));
  return {
    id,
    emailId: state === "gone" ? null : emailId,
    subject,
    sendAt: utcDateOf(sendAt),
    recipients,
    isRedirect: false,
  };
}

export async function get({ args: { accountId }, person, store, there, log }: HeldCall): Promise<Results> {
  const [all, state] = await store.read(async (reader) => [
    await listHeld(reader, person.accountId),
    await heldState(reader, person.accountId),
  ]);
  const listed = all.filter(isListed);
  const refused = listed.filter((held) => held.state === "refused").map(({ emailId }) => emailId);
  const existing = await existingOf(refused);
  // The person has gone on with the draft: what is to be done is in that.
  const left = listed.filter((held) => held.state !== "refused" || (existing?.has(held.emailId) ?? true));
  return [["Outbox/get", { accountId, state, list: left.map(toEntry) }]];

  async function existingOf(emailIds: readonly Id[]): Promise<Set<Id> | undefined> {
    if (emailIds.length === 0) return undefined;
    try {
      return await (await there()).existing(emailIds);
    } catch (error) {
      log.debug("the drafts of an outbox could not be looked at", { error });
      return undefined;
    }
  }
}

type Work<T> = (held: HeldSubmission) => Promise<T>;

async function change<T>(name: string, { args, person, store }: HeldCall, work: Work<T>): Promise<Results> {
  const [updated, notUpdated]: Record<Id, unknown>[] = [{}, {}];
  for (const id of Array.isArray(args["ids"]) ? (args["ids"] as Id[]) : []) {
    const held = (await store.read((reader) => listHeld(reader, person.accountId))).find((each) => each.id === id);
    const outcome = await settled(async () => {
      if (!held) throw new SetFailure({ type: "notFound" });
      return work(held);
    });
    if (outcome instanceof SetFailure) notUpdated![id] = outcome.error;
    else updated![id] = outcome;
  }
  return [[name, { accountId: args["accountId"], updated, notUpdated }]];
}

/** At once. */
export const retry = (call: HeldCall): Promise<Results> =>
  change("Outbox/retry", call, async (held) => {
    if (held.state === "gone") throw new SetFailure({ type: "notFound" });
    const isTried = await call.store.write((tx) => changeHeld(tx, held, ["waiting", "refused"], "waiting"));
    if (!isTried) throw new SetFailure({ type: "cannotUnsend" });
    return null;
  });

/** It is a draft again. One in doubt may be found in Sent by now. */
export const edit = (call: HeldCall): Promise<Results> =>
  change("Outbox/edit", call, async (held) => {
    const { store, there } = call;
    const { emailId, state } = held;
    const account = await there();
    if (state === "unknown") {
      const draft = await account.draft(emailId);
      if (!draft) throw new SetFailure({ type: "notFound" });
      if (isInSent(draft, await account.folders())) {
        await store.write((tx) => noteHeldSent(tx, held, account.id));
        throw new SetFailure({ type: "cannotUnsend" });
      }
    }
    const isTaken = await store.write((tx) => changeHeld(tx, held, ["waiting", "refused", "unknown"], "recalling"));
    if (!isTaken) throw new SetFailure({ type: "cannotUnsend" });
    await account.makeDraft(emailId);
    await store.write((tx) => changeHeld(tx, held, ["recalling"], "canceled"));
    return { emailId, recipients: null };
  });
