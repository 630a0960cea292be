/** Whose Email a request of the popup is about, and how that account names it. */
import type { Id } from "@pismo/jmap";
import type { AccountInfo } from "../../../store/index.ts";
import type { EmailPlace } from "../../../store/drafts/compose-request.ts";
import { accountWith, ownIdOf, writingAccount } from "../../../store/session/all-accounts.ts";

export const placeOfRequest = ({ emailId, accountId }: EmailPlace): { account: AccountInfo; emailId: Id } =>
  accountId === undefined
    ? { account: writingAccount(emailId), emailId: ownIdOf(emailId) }
    : { account: accountWith(accountId), emailId };
