/**
 * In front of a hosted engine the credential ends with the person's last session. Before it goes, what only waits for Undo
 * is submitted: to the person it has been sent. What has another time waits for the next sign-in.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Id } from "@pismo/jmap";
import { liveCredentials, type SessionCredential } from "../../store/auth/browser-sessions.ts";
import type { Reader, Transactor } from "../../store/db/reader.ts";
import { type HeldSubmission, isScheduled, listHeld } from "../../store/submission/held-submissions.ts";
import { CredentialRefused } from "../errors.ts";
import { goOnWith, type HeldParts } from "./send-held.ts";

/** A person waits no longer for the sign-out. */
const WAIT_MS = 10_000;
const LOOK_MS = 100;
/** For what another session's credential is worth. */
const ANSWER_MS = 3000;

type Ending = (session: SessionCredential) => boolean;

/** One that failed waits for the next sign-in. */
const isBeingSent = (held: HeldSubmission): boolean =>
  (held.state === "waiting" || held.state === "asking") && held.attempts === 0 && !isScheduled(held);

const toBeSent = async (reader: Reader, accountId: Id): Promise<HeldSubmission[]> =>
  (await listHeld(reader, accountId)).filter(isBeingSent);

export interface LastSession {
  /**
   * Ends sessions, and sends before what waits for Undo where no other session could.
   * @param isEnding which of the person's sessions
   * @param end what ends them
   */
  endSessions<T>(accountId: Id, isEnding: Ending, end: (tx: Transactor) => Promise<T>): Promise<T>;
  /** The subjects of what will not go at its time when these sessions have ended. */
  waitsFor(accountId: Id, isEnding: Ending): Promise<string[]>;
}

/** @param ending aborted when the server shuts down */
export function createLastSession(parts: HeldParts, ending: AbortSignal): LastSession {
  const { store, remote, log } = parts;

  /** Whether the engine still takes another session's credential. One that it does not answer about may be good. */
  async function hasOther(accountId: Id, isEnding: Ending): Promise<boolean> {
    const sessions = await store.readOnce((reader) => liveCredentials(reader, accountId));
    for (const session of sessions.filter((each) => !isEnding(each))) {
      try {
        const person = { accountId, credential: session.credential };
        await Promise.race([remote.session(person, true), sleep(ANSWER_MS, undefined, { ref: false })]);
        return true;
      } catch (error) {
        if (!(error instanceof CredentialRefused)) return true;
      }
    }
    return false;
  }

  async function sendAll(emails: readonly HeldSubmission[], signal: AbortSignal): Promise<void> {
    for (const email of emails) {
      if (signal.aborted || email.state !== "waiting") continue;
      // The queue's step may be another one: only one of both takes it.
      await goOnWith(email, parts, signal);
    }
  }

  return {
    async endSessions(accountId, isEnding, end) {
      const signal = AbortSignal.any([ending, AbortSignal.timeout(WAIT_MS)]);
      for (;;) {
        const emails = await store.readOnce((reader) => toBeSent(reader, accountId));
        const isLast = emails.length > 0 && !(await hasOther(accountId, isEnding));
        if (isLast)
          await sendAll(emails, signal).catch((error: unknown) => {
            log.error("What waited for Undo could not be sent before the sign-out", { error });
          });
        const outcome = await store.write(async (tx) => {
          // What is held in the same moment is seen here, or finds no session (http/upstream/held/submission-calls.ts).
          await tx.nextModSeq(accountId);
          const isWanted = !signal.aborted && isMore(await toBeSent(tx, accountId), isLast ? [] : emails);
          return isWanted ? undefined : { value: await end(tx) };
        });
        if (outcome) return outcome.value;
        await sleep(LOOK_MS);
      }
    },
    async waitsFor(accountId, isEnding) {
      const all = await store.readOnce((reader) => listHeld(reader, accountId));
      const scheduled = all.filter((held) => held.state === "waiting" && isScheduled(held));
      if (scheduled.length === 0 || (await hasOther(accountId, isEnding))) return [];
      return scheduled.map(({ subject }) => subject);
    },
  };
}

/** Whether one has come to those that are left to another session. */
const isMore = (emails: readonly HeldSubmission[], left: readonly HeldSubmission[]): boolean =>
  emails.some(({ id }) => left.every((each) => each.id !== id));
