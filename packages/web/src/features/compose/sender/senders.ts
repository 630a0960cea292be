/** Under whom an Email is begun. */
import type { EmailAddress, Identity } from "@pismo/jmap";
import type { AccountInfo, LetterRequest } from "../../../store/index.ts";
import { addressedIn, identityOf, loadIdentities, mainAmong } from "../../../store/drafts/writing.ts";
import { recordsOf } from "../../../store/records/records.ts";
import { identityForAnswer } from "./choose-identity.ts";

export interface Senders {
  /** All that the account has; none where they could not be had in time. */
  identities: readonly Identity[];
  /** That writes, until the person chooses another. */
  identity: Identity | undefined;
}

/** Milliseconds that a person waits for their own name and signature: an Email can be written without. */
const IDENTITY_TIMEOUT_MS = 2000;

const inTime = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([
    work.catch(() => otherwise),
    new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), IDENTITY_TIMEOUT_MS)),
  ]);

/** Who writes what is asked for; of a draft `chosenAs` says it, once its From is known. */
export async function sendersFor(request: LetterRequest, { accountId, email }: AccountInfo): Promise<Senders> {
  const records = recordsOf(accountId);
  const identities = await inTime(loadIdentities(records), []);
  const isAnswer = request.kind === "reply" || request.kind === "replyAll" || request.kind === "forward";
  const addressed = { writers: [], recipients: [] };
  const chosen =
    isAnswer && identities.length > 1
      ? identityForAnswer(identities, await inTime(addressedIn(request.emailId, records), addressed))
      : undefined;
  return { identities, identity: chosen ?? mainAmong(identities, email) };
}

/** The one that a draft names, where the account has it. */
export const chosenAs = ({ identities, identity }: Senders, from: EmailAddress | undefined): Senders => ({
  identities,
  identity: (from && identityOf(from, identities)) ?? identity,
});
