/** Emails of the shown account that were sent and have not arrived; fetched with the code that shows them, updated by push. */
import { type Id, OUTBOX, type OutboxEntry, SetFailure } from "@pismo/jmap";
import { keepsNeverOffered, setOffered } from "../people/never-offered.ts";
import { coalesce } from "../sync/coalesce.ts";
import { submissionFollower } from "./follow-submissions.ts";
import { getAccount, getSession, request } from "../session/session.ts";
import { createSignal, useSignal } from "../signal.ts";
import { requestSync } from "../sync/sync-request.ts";

export interface Outbox {
  accountId: Id;
  /** Undefined until it is known. */
  entries: readonly OutboxEntry[] | undefined;
  /** It was asked for, and did not come. */
  hasFailed?: boolean;
}

export const outbox = createSignal<Outbox>({ accountId: "", entries: undefined });

const load = coalesce(async () => {
  const { accountId } = getAccount();
  if (!getSession()?.accounts[accountId]?.accountCapabilities[OUTBOX]) return outbox.set({ accountId, entries: [] });
  const get = await request((calls) => calls.call("Outbox/get", { accountId }));
  // Another account is shown by now, and was asked for when it was.
  if (accountId === getAccount().accountId) outbox.set({ accountId, entries: get.result().list });
}, withoutAnswer);

/** What was known stays. */
function withoutAnswer(): void {
  if (!outbox.get().entries) outbox.set({ accountId: getAccount().accountId, entries: undefined, hasFailed: true });
}

/** Follows the shown account's outbox. @returns a function that ends it */
export const followOutbox = submissionFollower("EmailSubmission", load, (accountId) =>
  outbox.set({ accountId, entries: undefined }),
);

export const useOutbox = (): Outbox => useSignal(outbox);

/** Sends at once. @throws SetFailure, and what the request throws */
export async function retrySending(id: Id, accountId = getAccount().accountId): Promise<void> {
  const retry = await request((calls) => calls.call("Outbox/retry", { accountId, ids: [id] }));
  const { notUpdated } = retry.result();
  load();
  if (notUpdated?.[id]) throw new SetFailure(notUpdated[id]);
}

/** A server is at it, or is about to be. */
const isUnderWay = ({ state, nextAttemptAt }: OutboxEntry["recipients"][number]): boolean =>
  state === "sending" || (state === "waiting" && (nextAttemptAt === null || Date.parse(nextAttemptAt) <= Date.now()));

/** Calls `done` once what is sent again has an answer, whichever: it arrived, waits for longer, or was refused. */
export function whenAnswered(id: Id, done: () => void): void {
  const recipientsNow = () => outbox.get().entries?.find((entry) => entry.id === id)?.recipients ?? [];
  let last = JSON.stringify(recipientsNow());
  const stop = outbox.subscribe(() => {
    const recipients = recipientsNow();
    const known = JSON.stringify(recipients);
    if (known === last) return;
    last = known;
    if (recipients.some(isUnderWay)) return;
    stop();
    done();
  });
}

/**
 * Takes an Email back, to go on writing.
 * @returns `recipients`: null when it is a draft again, else the recipients that did not get it
 * @throws SetFailure, and what the request throws
 */
export async function withdraw(id: Id): Promise<{ emailId: Id; recipients: string[] | null }> {
  const { accountId } = getAccount();
  const edit = await request((calls) => calls.call("Outbox/edit", { accountId, ids: [id] }));
  const { updated, notUpdated } = edit.result();
  load();
  requestSync();
  const taken = updated?.[id];
  if (!taken) throw new SetFailure(notUpdated?.[id] ?? { type: "notFound" });
  return taken;
}

/**
 * What became of it has been read. The submission that told which addresses took nothing goes, and they are still not
 * offered.
 * @throws what the request throws
 */
export async function dismissUndelivered(id: Id): Promise<void> {
  const { accountId } = getAccount();
  const recipients = outbox.get().entries?.find((entry) => entry.id === id)?.recipients ?? [];
  const failed = recipients.flatMap(({ email, state }) => (state === "failed" ? [email] : []));
  if (failed.length > 0 && keepsNeverOffered()) await setOffered(failed, false);
  const set = await request((calls) => calls.call("EmailSubmission/set", { accountId, destroy: [id] }));
  set.result();
  load();
}
