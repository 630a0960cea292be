/**
 * Looks whether sent Emails at other JMAP servers were answered, when their time has come. A server that is away is asked
 * again with growing pauses.
 */
import { firstAccount } from "@pismo/jmap";
import type { Logger } from "../log.ts";
import { lookAtReminders } from "../methods/snooze/reminders-elsewhere.ts";
import { getJmapAccount } from "../store/auth/jmap-accounts.ts";
import { type Store, StoreError } from "../store/db/store.ts";
import { dueReminders, nextReminderAt } from "../store/snooze/upstream-reminder-queue.ts";
import { changeReminder, type UpstreamReminder } from "../store/snooze/upstream-reminders.ts";
import { askUpstream } from "../upstream/ask.ts";
import { startDueByAccount } from "../upstream/due-by-account.ts";
import type { UpstreamCalls } from "../upstream/upstream.ts";

const ANSWER_MS = 60_000;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 30 * 60_000;
/** The person has another account there now. */
const DORMANT_MS = 24 * 3600_000;

export interface RemindingParts {
  store: Store;
  log: Logger;
  remote: UpstreamCalls;
}

/** @returns the function that ends it */
export function startReminding({ store, log, remote }: RemindingParts): () => Promise<void> {
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

  return startDueByAccount({
    store,
    log,
    failure: "Answers to Emails at other JMAP servers could not be looked for",
    retryMs: 2000,
    pauseMs: 100,
    due: dueReminders,
    nextAt: nextReminderAt,
    async work(due, ending) {
      // The account may have been another one there.
      for (const there of new Set(due.map((each) => each.there))) {
        if (ending.aborted) return;
        await look(
          due.filter((each) => each.there === there),
          ending,
        );
      }
    },
  });
}
