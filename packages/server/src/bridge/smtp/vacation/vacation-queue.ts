/** Sends vacation responses for mirrored accounts (RFC 8621 §8, RFC 3834). */
import type { Id } from "@pismo/jmap";
import type { Ingest } from "../../../ingest/ingest.ts";
import type { Logger } from "../../../log.ts";
import { asAddresses, headersOf, headerValues } from "../../../mime/headers/headers.ts";
import type { Reader, Store } from "../../../store/db/store.ts";
import {
  ANSWER_WITHIN_MS,
  type VacationDue,
  deleteVacationDue,
  listVacationDue,
} from "../../../store/submission/vacation-due.ts";
import { startDueQueue } from "../due-queue.ts";
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

/** A message that is older on arrival was added by a program, such as an import. */
const MAX_TRANSIT_MS = 7 * ANSWER_WITHIN_MS;

/** Works until it is closed. */
export function startVacationQueue(options: VacationQueueOptions): { close(): Promise<void> } {
  const { store, log, pauseMs } = options;
  return startDueQueue<VacationDue>({
    store,
    log,
    name: "Vacation responses",
    pauseMs,
    list: listVacationDue,
    keyOf: ({ emailId }) => emailId,
    async handle(email) {
      await respond(email, options);
      await store.write((tx) => deleteVacationDue(tx, email.accountId, email.emailId));
    },
  });
}

/** After an outage. */
export const isLate = ({ receivedAt }: Pick<VacationDue, "receivedAt">, now: Date): boolean =>
  now.getTime() - receivedAt.getTime() > ANSWER_WITHIN_MS;

/** After an outage, or where a program put an old letter there. */
export function isTooLate(due: Pick<VacationDue, "receivedAt" | "sentAt">, now: Date): boolean {
  const { receivedAt, sentAt } = due;
  return isLate(due, now) || (sentAt !== null && receivedAt.getTime() - sentAt.getTime() > MAX_TRANSIT_MS);
}

/** @throws Error the message is on its server, which is unreachable */
async function respond(email: VacationDue, options: VacationQueueOptions): Promise<void> {
  const { store } = options;
  const { accountId } = email;
  const now = new Date();
  if (!email.isInInbox || isTooLate(email, now)) return;
  // Hydrates an Email whose message is not here.
  const bytes = await readHeader(store.blobsOf(accountId), email.blobId);
  const mailFrom = bytes && answerTo(bytes);
  if (!mailFrom) return;
  await queueVacationResponse({ accountId, mailFrom, bytes, now, isMirrored: true }, options);
}

const valuesIn = (header: Uint8Array, name: string): string[] =>
  headerValues(headersOf(header, 0, header.length), name).map((value) => value.trim());

/** It is a report: RFC 5321 §4.5.5. */
export const hasNullSender = (header: Uint8Array): boolean => valuesIn(header, "return-path")[0] === "<>";

/** The envelope sender that the last server has recorded (RFC 3834 §4), or else the author. */
export function answerTo(header: Uint8Array): string | undefined {
  const [returnPath] = valuesIn(header, "return-path");
  // "<>" is a report, which is never answered.
  if (returnPath !== undefined) return /^<([^<>\s]+@[^<>\s]+)>/.exec(returnPath)?.[1];
  const from = valuesIn(header, "from").flatMap(asAddresses);
  return from.length === 1 ? from[0]?.email : undefined;
}
