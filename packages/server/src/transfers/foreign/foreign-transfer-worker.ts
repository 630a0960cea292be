/** Works on transfers into and out of accounts at other JMAP servers. One process of a database does it. */
import { setTimeout as sleep } from "node:timers/promises";
import { SetFailure } from "@pismo/jmap";
import { StoreError, type Transactor } from "../../store/db/store.ts";
import type { CommitWait } from "../../store/db/commit-wait.ts";
import { startLockedJob } from "../../store/db/locked-job.ts";
import { failForeign, holdForeign, postponeForeign, removeForeign } from "../../store/transfers/foreign-progress.ts";
import {
  dueForeignEmails,
  type ForeignEmail,
  hasOpenForeign,
  type Pair,
} from "../../store/transfers/foreign-transfers.ts";
import { CredentialRefused, NotOffered, UpstreamAway } from "../../upstream/errors.ts";
import { type ForeignParts, goOn, NotYet } from "./steps.ts";

/** Of those of two accounts one goes over after the other, so many before others of them are looked for. */
const EMAILS_AT_ONCE = 100;
const POLL_MS = 500;
const IDLE_MS = 60_000;
const PAUSE_MS = 100;

const isAway = (error: unknown): boolean =>
  error instanceof UpstreamAway ||
  error instanceof CredentialRefused ||
  error instanceof NotOffered ||
  error instanceof StoreError;

const FAILURE = "Letters could not go on from or to another JMAP server";

const nameOf = ({ accountId, toAccountId }: Pair): string => `${accountId} ${toAccountId}`;

/** @returns the function that ends it */
export function startForeignTransfers(parts: ForeignParts): () => Promise<void> {
  const { store, log } = parts;
  /** Of two accounts, since one of their Emails went on. */
  const failures = new Map<string, number>();

  async function postpone(email: ForeignEmail, error: unknown): Promise<void> {
    const { accountId, toAccountId } = email;
    const said = { accountId, toAccountId, error };
    if (isAway(error)) log.info("A letter waits on its way from or to another JMAP server", said);
    else log.error("A letter could not go on from or to another JMAP server", said);
    const failed = (failures.get(nameOf(email)) ?? 0) + 1;
    failures.set(nameOf(email), failed);
    const now = new Date();
    await store.write(async (tx) => {
      await postponeForeign(tx, email, now);
      await holdForeign(tx, email, failed, now);
    });
  }

  /** @returns whether a server is away: the others of these two accounts wait too */
  async function isStopped(email: ForeignEmail, signal: AbortSignal): Promise<boolean> {
    try {
      await goOn(parts, email, signal);
    } catch (error) {
      if (signal.aborted) return true;
      if (error instanceof NotYet) await store.write((tx) => postponeForeign(tx, email, new Date()));
      else if (error instanceof SetFailure) await store.write((tx) => noteFailure(tx, email, error));
      else {
        await postpone(email, error);
        return true;
      }
    }
    failures.delete(nameOf(email));
    return false;
  }

  async function workOn(emails: readonly ForeignEmail[], signal: AbortSignal): Promise<void> {
    for (const email of emails) {
      if (signal.aborted || (await isStopped(email, signal))) return;
    }
  }

  /** Those of other accounts do not wait for these, nor for their server. */
  async function beginIdle(running: Map<string, Running>, signal: AbortSignal): Promise<void> {
    const busy = [...running.values()].map(({ pair }) => pair);
    const due = await store.readOnce((reader) => dueForeignEmails(reader, new Date(), EMAILS_AT_ONCE, busy));
    for (const [name, emails] of byAccounts(due)) {
      const done = workOn(emails, signal)
        .catch((error: unknown) => {
          log.error(FAILURE, { error });
          return sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
        })
        .finally(() => running.delete(name));
      running.set(name, { pair: emails[0]!, done });
    }
  }

  async function work(signal: AbortSignal, commits: CommitWait): Promise<void> {
    const running = new Map<string, Running>();
    const allDone = (): Promise<void>[] => [...running.values()].map(({ done }) => done);
    try {
      while (!signal.aborted) {
        commits.forget();
        await beginIdle(running, signal);
        const isOpen = running.size > 0 || (await store.readOnce(hasOpenForeign));
        await Promise.race([commits.next(isOpen ? POLL_MS : IDLE_MS), ...allDone()]);
        // Commits that come close together are looked at together.
        await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      await Promise.all(allDone());
    }
  }

  return startLockedJob({
    store,
    log,
    failure: FAILURE,
    retryMs: POLL_MS,
    lockedMs: IDLE_MS,
    work,
  });
}

/** Two accounts whose Emails go over just now. */
interface Running {
  pair: Pair;
  done: Promise<void>;
}

/** Of one that was taken back nothing is left to be told. */
const noteFailure = (tx: Transactor, email: ForeignEmail, { error }: SetFailure): Promise<void> =>
  email.state === "withdrawn" ? removeForeign(tx, [email]) : failForeign(tx, email, error.type);

function byAccounts(emails: readonly ForeignEmail[]): Map<string, ForeignEmail[]> {
  const groups = new Map<string, ForeignEmail[]>();
  for (const email of emails) {
    const name = nameOf(email);
    const group = groups.get(name);
    if (group) group.push(email);
    else groups.set(name, [email]);
  }
  return groups;
}
