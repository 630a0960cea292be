/** What a rule tells the sender: that the person is away (RFC 5230), or that the letter is not wanted (RFC 5429). */
import { randomUUID } from "node:crypto";
import { type Id, SetFailure } from "@pismo/jmap";
import type { Reader, Transactor } from "../../../store/db/store.ts";
import { countRecipients } from "../../../store/people/limits.ts";
import { takeRejection } from "../../../store/rules/redirects.ts";
import {
  claimRuleAnswer,
  claimVacation,
  deleteDueReply,
  type DueReply,
  type RuleReply,
} from "../../../store/rules/rule-replies.ts";
import { getVacationResponse, isInEffect } from "../../../store/submission/vacation-responses.ts";
import { writeDeliveryReport } from "../send/delivery-report.ts";
import { readHeader } from "../send/outgoing-message.ts";
import { writeVacationMessage } from "../vacation/vacation-message.ts";
import { answerTo, hasNullSender, isLate, isTooLate } from "../vacation/vacation-queue.ts";
import { type Answer, NotDue, NotPossible, sendAnswer } from "../vacation/vacation.ts";
import { isForged } from "./forged-sender.ts";
import { giveBack } from "./give-back.ts";
import type { RuleReplyOptions } from "./reply-options.ts";

type Vacation = RuleReply & { kind: "vacation" };
type Rejection = RuleReply & { kind: "reject" };

type Sent = Omit<Answer, "claim">;

const vacation = ({ subject, from, addresses, reason, isMime }: Vacation): Sent => ({
  from,
  addresses,
  write: (about) =>
    writeVacationMessage({
      ...about,
      response: { subject, htmlBody: null, ...(isMime ? { textBody: null, entity: reason } : { textBody: reason }) },
    }),
});

/** RFC 5429 §2.1: the letter was taken in already, so its sender gets a report. */
const rejection = ({ reason }: Rejection, original: Uint8Array): Sent => ({
  isToAll: true,
  write: ({ identity, to, parsed: { headers }, domain, now }) =>
    writeDeliveryReport({
      to,
      domain,
      failures: [{ address: identity.email, reply: "550 5.7.1 The recipient's rule rejects it", wasRetried: false }],
      original,
      subject: headers.subject,
      messageId: headers.messageId?.[0] ?? null,
      words: {
        from: identity.email,
        subject: "Письмо отклонено / Rejected",
        text: `${reason.replaceAll(/\r?\n/g, "\r\n")}\r\n`,
      },
      reportId: randomUUID(),
      now,
    }),
});

/** Senders are easily forged: each is told once in a day, and an account tells few. @throws SetFailure rateLimit */
async function claimRejection(tx: Transactor, accountId: Id, address: string, now: Date): Promise<boolean> {
  if (!(await claimRuleAnswer(tx, accountId, { handle: "reject", address, days: 1 }, now))) return false;
  await countRecipients(tx, accountId, 1);
  if (await takeRejection(tx, accountId)) return true;
  throw new SetFailure({ type: "rateLimit", description: "no more letters are rejected today" });
}

const TOO_LATE = "this letter came too late to be rejected";

/** @throws Error the message is on its server, which is unreachable; NotDue, NotPossible, SetFailure nothing is sent */
async function send(due: DueReply, reply: Vacation | Rejection, options: RuleReplyOptions): Promise<void> {
  const { store, config } = options;
  const { accountId } = due;
  const now = new Date();
  if (reply.kind === "vacation" && isTooLate(due, now)) throw new NotDue();
  // Hydrates an Email whose message is not here.
  const bytes = await readHeader(store.blobsOf(accountId), due.blobId);
  if (!bytes) throw new NotPossible("the message of this letter is missing");
  if (due.mailFrom === "" || (due.mailFrom === null && hasNullSender(bytes))) throw new NotDue();
  const mailFrom = due.mailFrom ?? answerTo(bytes);
  if (!mailFrom) throw new NotPossible("this letter has no one sender");
  const received = { accountId, mailFrom, bytes, now, isMirrored: due.mailFrom === null };
  const mayReject = async (reader: Reader): Promise<boolean> => {
    // Whatever its sender has dated it.
    if (isLate(due, now)) throw new NotPossible(TOO_LATE);
    return !(await isForged(reader, accountId, received, config.trustedServers));
  };
  const sent = reply.kind === "vacation" ? vacation(reply) : { ...rejection(reply, bytes), mayAnswer: mayReject };
  const claim: Answer["claim"] = async (tx) => {
    if (!(await deleteDueReply(tx, due))) return false;
    if (reply.kind === "reject") return claimRejection(tx, accountId, mailFrom, now);
    // Of two that would answer, the person's own answer does.
    if (isInEffect(await getVacationResponse(tx, accountId), now)) return false;
    return claimVacation(tx, accountId, { ...reply, address: mailFrom }, now);
  };
  await sendAnswer(received, { ...sent, claim }, options);
}

/** @throws Error the message is on its server, which is unreachable */
export async function answerByRule(
  due: DueReply,
  reply: Vacation | Rejection,
  options: RuleReplyOptions,
): Promise<void> {
  try {
    await send(due, reply, options);
  } catch (error) {
    const failure = whyNever(error, due);
    if (failure === undefined) throw error;
    // A letter whose sender does not learn of it would be lost.
    if (reply.kind === "reject" && failure !== null) await giveBack(options.store, due, failure);
  }
}

/** undefined: it is tried again; null: its sender is not to be told. */
function whyNever(error: unknown, due: DueReply): string | null | undefined {
  // A full mailbox, say: an answer that comes when there is room again is of no use.
  if (error instanceof NotPossible || error instanceof SetFailure) return error.message;
  if (error instanceof NotDue) return null;
  return isLate(due, new Date()) ? TOO_LATE : undefined;
}
