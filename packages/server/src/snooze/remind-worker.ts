/**
 * Looks whether sent Emails at other JMAP servers were answered, when their time has come. One process of a database does
 * it. A server that is away is asked later, ever later.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { firstAccount, type Id } from "@pismo/jmap";
import type { Logger } from "../log.ts";
import { lookAtReminders } from "../methods/snooze/reminders-elsewhere.ts";
import { getJmapAccount } from "../store/auth/jmap-accounts.ts";
import { startLockedJob } from "../store/db/locked-job.ts";
import { type Store, StoreError } from "../store/db/store.ts";
import { dueReminders, nextReminderAt } from "../store/snooze/upstream-reminder-queue.ts";
import { changeReminder, type UpstreamReminder } from "../store/snooze/upstream-reminders.ts";
import { askUpstream } from "../upstream/ask.ts";
import type { UpstreamCalls } from "../upstream/upstream.ts";

const AT_ONCE = 100;
const RETRY_MS = 2000;
/** A clock that is set, and a computer that slept, move nothing by more. */
const IDLE_MS = 60_000;
const PAUSE_MS = 100;
const ANSWER_MS = 60_000;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 30 * 60_000;
/** The person has another account there now. */
const DORMANT_MS = 24 * 3600_000;
const FAILURE = "Answers to Emails at other JMAP servers could not be looked for";

export interface RemindingParts {
  store: Store;
  log: Logger;
  remote: UpstreamCalls;
}

const isOfMail = (one: UpstreamReminder, other: UpstreamReminder): boolean =>
  one.accountId === other.accountId && one.there === other.there;

/** @returns the function that ends it */
export function startReminding({ store, log, remote }: RemindingParts): () => Promise<void> {
  const running = new Map<Id, Promise<void>>();

  const putOff = (reminders: readonly UpstreamReminder[], pauseMs: (attempts: number) => number): Promise<void> =>
    store.write(async (tx) => {
      for (const each of reminders) {
        const lookAt = new Date(Date.now() + pauseMs(each.attempts));
        await changeReminder(tx, each, { lookAt, attempts: each.attempts + 1 });
      }
    });

  /** Of one account at one server. */
  async function look(reminders: readonly UpstreamReminder[], ending: AbortSignal): Promise<void> {
    const { accountId, there } = reminders[0]!;
    try {
      const person = await store.read((reader) => getJmapAccount(reader, accountId));
      const session = person && (await remote.session(person)).session;
      if (!session || firstAccount(session) !== there) return await putOff(reminders, () => DORMANT_MS);
      const ask: Parameters<typeof lookAtReminders>[0]["mail"]["ask"] = (calls, using) => {
        const signal = AbortSignal.any([ending, AbortSignal.timeout(ANSWER_MS)]);
        const named = calls.map(
          ([name, args, id]) => [name, { accountId: there, ...args }, id] as (typeof calls)[number],
        );
        return askUpstream(remote, person, named, signal, using);
      };
      await lookAtReminders({ store, mail: { there, ask, reminds: true }, accountId }, reminders, true);
    } catch (error) {
      if (ending.aborted) return;
      if (error instanceof StoreError) throw error;
      log.info("Answers wait to be looked for at another JMAP server", { accountId, error });
      await putOff(reminders, (attempts) => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20)));
    }
  }

  /** Those of other accounts do not wait for its server. */
  async function begin(signal: AbortSignal): Promise<void> {
    const due = await store.readOnce((reader) => dueReminders(reader, new Date(), AT_ONCE));
    for (const first of due) {
      const { accountId } = first;
      if (running.has(accountId)) continue;
      const done = look(
        due.filter((each) => isOfMail(each, first)),
        signal,
      )
        .catch((error: unknown) => {
          log.error(FAILURE, { error });
          return sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
        })
        .finally(() => running.delete(accountId));
      running.set(accountId, done);
    }
  }

  return startLockedJob({
    store,
    log,
    failure: FAILURE,
    retryMs: RETRY_MS,
    lockedMs: IDLE_MS,
    async work(signal, commits) {
      try {
        while (!signal.aborted) {
          commits.forget();
          await begin(signal);
          const next = await store.readOnce(nextReminderAt);
          const dueMs = next ? next.getTime() - Date.now() : IDLE_MS;
          const waitMs = running.size > 0 ? RETRY_MS : Math.min(Math.max(dueMs, 0), IDLE_MS);
          await Promise.race([commits.next(waitMs), ...running.values()]);
          await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
        }
      } finally {
        await Promise.all(running.values());
      }
    },
  });
}
