/** Sends vacation responses for mirrored accounts (RFC 8621 §8, RFC 3834). */
import type { Id } from "@pismo/jmap";
import type { Ingest } from "../../../ingest/ingest.ts";
import type { Logger } from "../../../log.ts";
import { asAddresses, headersOf } from "../../../mime/headers/headers.ts";
import type { Reader, Store } from "../../../store/db/store.ts";
import {
  ANSWER_WITHIN_MS,
  type VacationDue,
  deleteVacationDue,
  listVacationDue,
} from "../../../store/submission/vacation-due.ts";
import { readHeader } from "../send/outgoing-message.ts";
import { queueVacationResponse } from "./vacation.ts";

export interface VacationQueueOptions {
  config: { domain: string };
  store: Store;
  ingest: Ingest;
  log: Logger;
  /** Whether the account may send from that address. */
  maySend(reader: Reader, accountId: Id, address: string): Promise<boolean>;
  /** Until a message that could not be read is tried again. */
  pauseMs?: number;
}

/** Large enough that one account with an unreachable server does not delay the others. */
const BATCH = 500;
/** A message that is older on arrival was added by a program, such as an import. */
const MAX_TRANSIT_MS = 7 * ANSWER_WITHIN_MS;

/** Works until it is closed. */
export function startVacationQueue(options: VacationQueueOptions): { close(): Promise<void> } {
  const { store, log, pauseMs = 60_000 } = options;
  let isClosed = false;
  let isRequested = false;
  let timer: NodeJS.Timeout | undefined;

  const work = async (): Promise<void> => {
    isRequested = false;
    const due = await store.readOnce((reader) => listVacationDue(reader, BATCH));
    let hasFailed = false;
    for (const email of due) {
      if (isClosed) return;
      try {
        await respond(email, options);
        await store.write((tx) => deleteVacationDue(tx, email.accountId, email.emailId));
      } catch (error) {
        hasFailed = true;
        log.debug("A vacation response cannot be sent yet", { id: email.emailId, error });
      }
    }
    clearTimeout(timer);
    if (hasFailed && !isClosed) timer = setTimeout(wake, pauseMs).unref();
    else if (due.length === BATCH) wake();
  };
  let working = Promise.resolve();
  function wake(): void {
    if (isRequested || isClosed) return;
    isRequested = true;
    working = working.then(work).catch((error: unknown) => {
      log.error("Vacation responses could not be sent", { error });
      clearTimeout(timer);
      if (!isClosed) timer = setTimeout(wake, pauseMs).unref();
    });
  }
  wake();
  const stopListening = store.onCommit(wake);
  return {
    async close() {
      isClosed = true;
      stopListening();
      clearTimeout(timer);
      await working;
    },
  };
}

/** @throws Error the message is on its server, which is unreachable */
async function respond(email: VacationDue, options: VacationQueueOptions): Promise<void> {
  const { store } = options;
  const { accountId } = email;
  const now = new Date();
  const isLate = now.getTime() - email.receivedAt.getTime() > ANSWER_WITHIN_MS;
  const wasDelayed = email.sentAt !== null && email.receivedAt.getTime() - email.sentAt.getTime() > MAX_TRANSIT_MS;
  if (isLate || wasDelayed || !email.isInInbox) return;
  // Hydrates an Email whose message is not here.
  const bytes = await readHeader(store.blobsOf(accountId), email.blobId);
  const mailFrom = bytes && answerTo(bytes);
  if (!mailFrom) return;
  await queueVacationResponse({ accountId, mailFrom, bytes, now, isMirrored: true }, options);
}

/** The envelope sender that the last server has recorded (RFC 3834 §4), or else the author. */
function answerTo(header: Uint8Array): string | undefined {
  const fields = headersOf(header, 0, header.length);
  const valuesOf = (name: string): string[] =>
    fields.filter((field) => field.name.toLowerCase() === name).map(({ value }) => value.trim());
  const [returnPath] = valuesOf("return-path");
  // "<>" is a report, which is never answered.
  if (returnPath !== undefined) return /^<([^<>\s]+@[^<>\s]+)>/.exec(returnPath)?.[1];
  const from = valuesOf("from").flatMap(asAddresses);
  return from.length === 1 ? from[0]?.email : undefined;
}
