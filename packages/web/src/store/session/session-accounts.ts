/** The accounts of a session, and which of them a page shows first. Knows nothing of requests. */
import {
  ATTACHMENTS,
  type AttachmentsCapability,
  CORE,
  firstAccount,
  type Id,
  MAIL,
  mailAccounts,
  remoteAccountOf,
  type Session,
} from "@pismo/jmap";
import { accountInAddress } from "./account-address.ts";

export interface AccountInfo {
  /** Empty until the session is there. */
  accountId: Id;
  name: string;
  email: string;
  isReadOnly: boolean;
  /** Octets of one uploaded file. */
  maxSizeUpload: number;
  /** Octets of all attachments of an Email together. */
  maxSizeAttachments: number;
  /** Ends of the names of files that may be attached, in lower case; null: any. */
  attachmentTypes: readonly string[] | null;
}

/** The specification's, for servers that say nothing. */
const usualAttachments: AttachmentsCapability = { acceptedExtensions: ["png", "jpg", "jpeg"] };

export const noAccount: AccountInfo = {
  accountId: "",
  name: "",
  email: "",
  isReadOnly: true,
  maxSizeUpload: Infinity,
  maxSizeAttachments: Infinity,
  attachmentTypes: usualAttachments.acceptedExtensions,
};

/** @param given as the server gave it */
export function accountsOf(given: Session): AccountInfo[] {
  return mailAccounts(given).flatMap((accountId) => {
    const account = given.accounts[accountId];
    if (!account) return [];
    const { name, isReadOnly } = account;
    const { capabilities, accountCapabilities } = remoteAccountOf(given, accountId) ?? { ...given, ...account };
    const { maxSizeUpload } = capabilities[CORE];
    const attachments = (capabilities[ATTACHMENTS] ?? usualAttachments) as AttachmentsCapability;
    const email = name.includes("@") ? name : given.username;
    const maxSizeAttachments = accountCapabilities[MAIL]?.maxSizeAttachmentsPerEmail ?? Infinity;
    const attachmentTypes = attachments.acceptedExtensions;
    return [{ accountId, name, email, isReadOnly, maxSizeUpload, maxSizeAttachments, attachmentTypes }];
  });
}

/** @param shown the account on the screen, which stays there */
export function accountToShow(session: Session, accounts: readonly AccountInfo[], shown: Id = ""): AccountInfo {
  const find = (id: Id | null | undefined): AccountInfo | undefined =>
    accounts.find(({ accountId }) => accountId === id);
  return find(shown) ?? find(accountInAddress()) ?? find(firstAccount(session)) ?? noAccount;
}
