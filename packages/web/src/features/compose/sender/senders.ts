/** Under whom an Email is begun. */
import type { Identity } from "@pismo/jmap";
import { type AccountInfo, isUnreachable, type LetterRequest, onReachable } from "../../../store/index.ts";
import {
  type Addressed,
  addressedIn,
  type DraftContent,
  identityOf,
  loadIdentities,
  mainAmong,
} from "../../../store/drafts/writing.ts";
import { recordsOf } from "../../../store/records/records.ts";
import { identityForAnswer } from "./choose-identity.ts";

export interface Senders {
  /** All that the account has; none where they could not be had in time. */
  identities: readonly Identity[];
  /** That writes, until the person chooses another. */
  identity: Identity | undefined;
  /** What could not be had in time; undefined where the server does not give it. */
  later?: Promise<Senders | undefined>;
}

/** How an Email that is taken up again names its identity. */
export type WrittenAs = Pick<DraftContent, "from" | "replyTo">;

/** Milliseconds that a person waits for their own name and signature: an Email can be begun without. */
const IDENTITY_TIMEOUT_MS = 2000;

const unaddressed: Addressed = { writers: [], recipients: [] };

async function findSenders(request: LetterRequest, { accountId, email }: AccountInfo): Promise<Senders> {
  const records = recordsOf(accountId);
  const identities = await loadIdentities(records);
  const isAnswer = request.kind === "reply" || request.kind === "replyAll" || request.kind === "forward";
  const chosen =
    isAnswer && identities.length > 1
      ? identityForAnswer(identities, await addressedIn(request.emailId, records).catch(() => unaddressed))
      : undefined;
  return { identities, identity: chosen ?? mainAmong(identities, email) };
}

/** A server that is away is asked again once it is back. */
async function findLater(asked: Promise<Senders>, askAgain: () => Promise<Senders>): Promise<Senders | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (!isUnreachable(error)) return undefined;
    await new Promise<void>((resolve) => {
      const forget = onReachable(() => {
        forget();
        resolve();
      });
    });
    return findLater(askAgain(), askAgain);
  }
}

/** Who writes what is asked for; of an Email that is taken up again `chosenAs` says it, once its From is known. */
export async function sendersFor(request: LetterRequest, account: AccountInfo): Promise<Senders> {
  const find = (): Promise<Senders> => findSenders(request, account);
  const asked = find();
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, IDENTITY_TIMEOUT_MS, undefined));
  const found = await Promise.race([asked, timeout]).catch(() => undefined);
  return found ?? { identities: [], identity: undefined, later: findLater(asked, find) };
}

/** The one that the Email names, where the account has it. */
export function chosenAs(senders: Senders, writtenAs: WrittenAs): Senders & { writtenAs: WrittenAs } {
  const { from } = writtenAs;
  const named = (given: Senders): Senders => ({
    ...given,
    identity: (from && identityOf(from, given.identities)) ?? given.identity,
  });
  const later = senders.later?.then((found) => found && named(found));
  return { ...named(senders), ...(later && { later }), writtenAs };
}
