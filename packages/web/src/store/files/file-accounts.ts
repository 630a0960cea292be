/** Which accounts' files can be listed (FILES, an extension of ours). */
import { ALL_ACCOUNTS_ID, allAccountsOf, type Id } from "@pismo/jmap";
import { type AccountInfo, useAccounts, useSessionState } from "../session/session.ts";
import { hasFilesIn } from "./has-files.ts";

export interface FileAccount extends AccountInfo {
  /** Its server knows no files: ours lists them, beside those of all accounts. */
  isAmongAll: boolean;
}

/** In the order of the account menu. */
export function useFileAccounts(): FileAccount[] {
  const session = useSessionState((state) => state.session);
  const together = useSessionState(({ given }) => allAccountsOf(given, ALL_ACCOUNTS_ID));
  const isMember = (id: Id): boolean => together?.members.some((member) => member.id === id) === true;
  return useAccounts().flatMap((account) => {
    const isAmongAll = !hasFilesIn(session, account.accountId);
    return isAmongAll && !isMember(account.accountId) ? [] : [{ ...account, isAmongAll }];
  });
}
