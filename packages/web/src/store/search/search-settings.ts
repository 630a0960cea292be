/** What the words of a search refer to, as it is now. Fetched with the first search that has more than words. */
import { ALL_ACCOUNTS_ID, allAccountsOf, FILE_NAMES, type Id, NEWSLETTERS } from "@pismo/jmap";
import { mayMeanMe, mayNameFolder } from "../../search-language/operators.ts";
import { labelLines } from "../labels/label-tree.ts";
import { getLabels } from "../labels/labels.ts";
import { loadIdentities } from "../records/identities.ts";
import { recordsOf } from "../records/records.ts";
import { hasCapability } from "../session/has-capability.ts";
import { getAccount, getAccounts, getSession } from "../session/session.ts";
import { getMemberFolders, loadMemberFolders } from "./member-folders.ts";
import {
  conditionsOf,
  namesFolder,
  type SearchedMailbox,
  type SearchSettings,
  type SearchTerms,
  understand,
} from "./search-filter.ts";

export { understand };

const searchedIds = (): Id[] => {
  const { accountId } = getAccount();
  return allAccountsOf(getSession(), accountId)?.members.map(({ id }) => id) ?? [accountId];
};

/** What a search refers to and the page does not have anyway: under which addresses the person writes, folders. */
export async function loadNamed(text: string): Promise<void> {
  // Without them the account's address stands for itself.
  const own = mayMeanMe(text) ? searchedIds().map((id) => loadIdentities(recordsOf(id))) : [];
  await Promise.allSettled([...own, mayNameFolder(text) && loadMemberFolders()]);
}

function ownOf(id: Id): SearchSettings["own"][number] {
  const { email } = getAccounts().find(({ accountId }) => accountId === id) ?? getAccount();
  const identities = recordsOf(id)
    .maps.Identity.values()
    .map((identity) => identity.email);
  const addresses = [...new Set([email, ...identities])];
  return getAccount().accountId === ALL_ACCOUNTS_ID ? { accountId: id, addresses } : { addresses };
}

export function settingsOf(mailboxes: readonly SearchedMailbox[]): SearchSettings {
  return {
    mailboxes,
    memberFolders: getAccount().accountId === ALL_ACCOUNTS_ID ? getMemberFolders() : [],
    labels: labelLines(getLabels()).map(({ label: { keyword, name }, path }) => ({ keyword, name, path })),
    account: getAccount(),
    accounts: getAccounts(),
    own: searchedIds().map(ownOf),
    isMonthFirst: document.documentElement.lang === "en",
    now: new Date(),
    hasLists: searchedIds().some((id) => hasCapability(getSession(), id, NEWSLETTERS)),
    hasFileNames: getSession()?.capabilities[FILE_NAMES] !== undefined,
  };
}

export function termsOf(text: string, mailboxes: readonly SearchedMailbox[]): SearchTerms {
  const settings = settingsOf(mailboxes);
  const search = understand(text, settings);
  return { conditions: conditionsOf(search, settings), namesFolder: namesFolder(search) };
}
