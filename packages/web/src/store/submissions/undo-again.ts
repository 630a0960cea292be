/**
 * Takes back what was redirected or sent again a moment ago, in the page that sent it and in others of this browser: as
 * an Email of the popup (drafts/held-emails.ts), it is written down until it goes.
 */
import { type Id, SetFailure } from "@pismo/jmap";
import { inTransaction } from "../database.ts";
import { openCompose, type RedirectRequest, type ResendRequest } from "../drafts/compose-request.ts";
import { cancelSubmission } from "../drafts/submit-draft.ts";
import { notify } from "../notices.ts";
import { recordsOf } from "../records/records.ts";
import { getAccounts, request } from "../session/session.ts";
import { commit } from "../sync/commit.ts";
import { requestSync } from "../sync/sync-request.ts";

export interface SentAgain {
  submissionId: Id;
  accountId: Id;
  /** What was said of it. */
  key: string;
  /** To whom, as the person reads it. */
  named: string;
  /** Made for it, and gone with it; a redirect has none. */
  draftId?: Id;
  /** Of which it is said since that it was forwarded. */
  markedId?: Id;
  /** What asks once more. */
  request: RedirectRequest | ResendRequest;
}

interface StoredAgain extends SentAgain {
  /** A moment: it goes then. */
  until: number;
}

/** The server waits longer than the person is told, and what is undone at the last moment is still written down. */
const MARGIN_MS = 2000;

/** Says that it went, and offers to take it back. @param forSeconds 0: it cannot be */
export function noticeAgain(sent: SentAgain, forSeconds: number): void {
  const { key, named } = sent;
  const values = { people: named };
  if (forSeconds <= 0) return void notify({ key, values });
  const until = Date.now() + forSeconds * 1000;
  inTransaction(["again"], "readwrite", (store) => store("again").put({ ...sent, until })).catch(console.error);
  offer({ ...sent, until });
}

function offer(sent: StoredAgain): void {
  const left = sent.until - Date.now();
  const { submissionId, key, named } = sent;
  setTimeout(() => void forget(submissionId), left + MARGIN_MS);
  notify({ key, values: { people: named }, timeout: left, undo: () => void takeBack(sent) });
}

/** @returns whether another page has not done so before */
async function forget(submissionId: Id): Promise<boolean> {
  const stored = await inTransaction(["again"], "readwrite", (store) => {
    const count = store("again").count(submissionId);
    store("again").delete(submissionId);
    return count;
  }).catch(() => undefined);
  // Without a database there is no other page that could.
  return stored !== 0;
}

/** Once at the start: what an earlier page has sent can be taken back for the rest of its time. */
export async function resumeAgain(): Promise<void> {
  const all = await inTransaction<StoredAgain[]>(["again"], "readonly", (store) => store("again").getAll()).catch(
    () => undefined,
  );
  for (const sent of all ?? []) {
    if (sent.until <= Date.now()) await forget(sent.submissionId);
    else if (getAccounts().some(({ accountId }) => accountId === sent.accountId)) offer(sent);
  }
}

async function cancel({ accountId, submissionId, draftId }: SentAgain): Promise<void> {
  const records = recordsOf(accountId);
  if (draftId !== undefined) {
    await cancelSubmission(records, submissionId);
    await request((calls) => calls.call("Email/set", { accountId, destroy: [draftId] }));
    return requestSync();
  }
  // The letter that goes on is no draft.
  const update = { [submissionId]: { undoStatus: "canceled" } };
  const set = await request((calls) => calls.call("EmailSubmission/set", { accountId, update }));
  const failed = set.result().notUpdated?.[submissionId];
  if (failed) throw new SetFailure(failed);
}

async function takeBack(sent: StoredAgain): Promise<void> {
  const { accountId, submissionId, markedId } = sent;
  try {
    await cancel(sent);
  } catch (error) {
    if (error instanceof SetFailure) notify({ key: "compose.alreadySent", tone: "error" });
    else notify({ key: "compose.notStopped", tone: "error", undo: () => void takeBack(sent) });
    return;
  }
  // Another page may have asked once more since.
  if (!(await forget(submissionId))) return;
  if (markedId !== undefined)
    commit(
      { type: "Email", update: { [markedId]: { "keywords/$forwarded": null } } },
      { records: recordsOf(accountId) },
    );
  openCompose(sent.request);
}
