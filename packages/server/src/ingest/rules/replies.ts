/** What a script wants sent because of a letter: as far as it may be, and no letter runs in circles. */
import type { Id } from "@pismo/jmap";
import { comparable } from "../../mime/headers/comparable-address.ts";
import { getAccount } from "../../store/auth/accounts.ts";
import type { Reader, Transactor } from "../../store/db/store.ts";
import { allowedRedirects, redirectLimit, takeRedirects } from "../../store/rules/redirects.ts";
import type { RuleReply } from "../../store/rules/rule-replies.ts";
import { getIdentities } from "../../store/submission/identities.ts";
import { SieveError } from "../../sieve/language/sieve-error.ts";
import type { Letter } from "../../sieve/run/letter.ts";
import type { Redirection, Verdict } from "../../sieve/run/run.ts";

/** Where a letter has been: addresses in the form in which they are compared. */
export interface Trace {
  /** Servers that it came through. */
  hops: number;
  deliveredTo: readonly string[];
  /** Who sent it on. */
  resentFrom: readonly string[];
  /** A report, which nothing may be sent for (RFC 5321 §4.5.5). */
  hasNoSender: boolean;
}

const free = (): void => undefined;

export function traceOf(letter: Letter): Trace {
  const [returnPath] = letter.header("return-path", free);
  const [type = ""] = letter.header("content-type", free);
  return {
    hops: letter.header("received", free).length,
    deliveredTo: letter.addresses("delivered-to", free).map((address) => comparable(address.trim())),
    resentFrom: letter.addresses("resent-from", free).map((address) => comparable(address.trim())),
    hasNoSender:
      letter.envelope?.from === "" ||
      returnPath?.trim() === "<>" ||
      type.trim().toLowerCase().startsWith("multipart/report"),
  };
}

/** RFC 5321 §6.3: no letter that reaches anyone has more. */
const MAX_HOPS = 30;

/** Fields of servers that are the person's own tell of one delivery, which is this one. */
function isLooping({ hops, deliveredTo, resentFrom }: Trace, own: ReadonlySet<string>): boolean {
  const deliveries = deliveredTo.filter((address) => own.has(address)).length;
  return hops > MAX_HOPS || deliveries > 1 || resentFrom.some((address) => own.has(address));
}

async function ownAddresses(reader: Reader, accountId: Id): Promise<Set<string>> {
  const account = await getAccount(reader, accountId);
  const identities = await getIdentities(reader, accountId);
  return new Set([account?.email ?? "", ...identities.map(({ email }) => email)].map(comparable));
}

/** @throws SieveError why none of them is sent */
async function assertRedirects(
  tx: Transactor,
  accountId: Id,
  redirections: readonly Redirection[],
  trace: Trace,
): Promise<void> {
  const [{ line }] = redirections as [Redirection];
  if (trace.hasNoSender) throw new SieveError(line, "a report of a mail server is not sent on");
  if (isLooping(trace, await ownAddresses(tx, accountId))) {
    throw new SieveError(line, "this letter has been here before: it is not sent on again");
  }
  if ((await redirectLimit(tx)) === 0) throw new SieveError(line, "rules may not send letters on here");
  const allowed = new Set((await allowedRedirects(tx, accountId)).map(({ address }) => address));
  for (const redirection of redirections) {
    if (allowed.has(redirection.address.toLowerCase())) continue;
    throw new SieveError(redirection.line, `it is not allowed that letters are sent on to ${redirection.address}`);
  }
  if (!(await takeRedirects(tx, accountId, redirections.length)))
    throw new SieveError(line, "no more letters are sent on today");
}

/** An answer or a rejection after that is of no use. */
const LATE_MS = 24 * 60 * 60 * 1000;

export interface Permitted {
  replies: RuleReply[];
  /** Why something is not sent: the letter stays in the inbox, then. */
  failure: string | undefined;
}

/** In the transaction that stores the letter; what is sent on counts as sent. */
export async function permittedReplies(
  tx: Transactor,
  accountId: Id,
  { redirections, rejection, vacation }: Pick<Verdict, "redirections" | "rejection" | "vacation">,
  { trace, receivedAt }: { trace: Trace | undefined; receivedAt: Date },
): Promise<Permitted> {
  const isLate = Date.now() - receivedAt.getTime() > LATE_MS;
  const replies: RuleReply[] = vacation && !isLate ? [{ kind: "vacation", ...vacation }] : [];
  if (rejection !== undefined) {
    if (isLate) return { replies, failure: "this letter came too late to be rejected" };
    replies.push({ kind: "reject", reason: rejection });
  }
  if (!trace || redirections.length === 0) return { replies, failure: undefined };
  try {
    await assertRedirects(tx, accountId, redirections, trace);
  } catch (error) {
    if (!(error instanceof SieveError)) throw error;
    return { replies, failure: error.message };
  }
  return {
    replies: [...replies, ...redirections.map((each) => ({ kind: "redirect" as const, ...each }))],
    failure: undefined,
  };
}
