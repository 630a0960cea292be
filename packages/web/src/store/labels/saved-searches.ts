/**
 * The saved searches of what is shown, and how many Emails each finds; its code comes with the navigation's lines for
 * them. Of several accounts together they are those in all mail, named as other objects of members are.
 */
import { type Id, idOfMember, SAVED_SEARCHES, type SavedSearch, SetFailure } from "@pismo/jmap";
import { filterOf } from "../lists/list-filter.ts";
import type { ListQuery } from "../lists/list-query.ts";
import { loadSearchLanguage } from "../search/search-terms.ts";
import { ALL_MAIL, folderName } from "../mailboxes/folders.ts";
import { getMailbox } from "../mailboxes/mailboxes.ts";
import { isAllAccounts, placeOf, shownAccounts, writingAccount } from "../session/all-accounts.ts";
import { currentRecords } from "../records/records.ts";
import { getAccount, getSession, request, subscribeToSession, useSessionState } from "../session/session.ts";
import { createSignal, useSignal } from "../signal.ts";
import { coalesce } from "../sync/coalesce.ts";
import { onNews } from "../sync/news.ts";
import { pacedCount } from "./count-pause.ts";
import { isKeptHere } from "./kept-here.ts";

const none: readonly SavedSearch[] = [];
const searches = createSignal<readonly SavedSearch[]>(none);
/** The account whose searches they are. */
const knownOf = createSignal<Id>("");
const totals = createSignal<ReadonlyMap<Id, number>>(new Map());

const isKept = (accountId: Id): boolean =>
  getSession()?.accounts[accountId]?.accountCapabilities[SAVED_SEARCHES] !== undefined;

const isTogether = (): boolean => isAllAccounts(getAccount());

/**
 * Whether a search in this folder can be saved. Of several accounts together, and of one whose server keeps none, one in all
 * mail can: a folder is one account's, or that server's.
 */
export const useKeepsSearches = (folder: string): boolean =>
  useSessionState(() => {
    const { accountId } = writingAccount();
    const isAnywhere = !isTogether() && !isKeptHere(accountId, SAVED_SEARCHES);
    return isKept(accountId) && (isAnywhere || folder === ALL_MAIL);
  });

export const getSavedSearches = (): readonly SavedSearch[] => searches.get();
export const useSavedSearches = (): readonly SavedSearch[] => useSignal(searches);
/** Whether those of what is shown have been asked for. */
export const useSearchesKnown = (): boolean => useSignal(knownOf) === getAccount().accountId;
export const useSearchTotals = (): ReadonlyMap<Id, number> => useSignal(totals);

/** The list that a search shows; a folder that is gone has none. */
export function queryOf({ text, mailboxId }: SavedSearch): ListQuery {
  const mailbox = mailboxId === null ? undefined : getMailbox(mailboxId);
  return { folder: mailboxId === null ? ALL_MAIL : mailbox ? folderName(mailbox) : mailboxId, q: text };
}

export const addressOf = (search: SavedSearch): string => {
  const { folder, q = "" } = queryOf(search);
  return `/${folder}?${new URLSearchParams({ q })}`;
};

async function countAll(): Promise<void> {
  const { accountId } = getAccount();
  const counted = searches.get();
  if (counted.length === 0) return;
  await loadSearchLanguage(counted.map(({ text }) => text).join(" "));
  const { mailboxes } = currentRecords();
  const asked = counted.flatMap((search) => {
    const filter = filterOf(queryOf(search), mailboxes);
    return filter ? [{ id: search.id, filter }] : [];
  });
  const found = new Map<Id, number>();
  // One request each: a search that takes long does not hold up the others, nor what the person does.
  for (const { id, filter } of asked) {
    const query = await request((calls) =>
      calls.call("Email/query", { accountId, filter, limit: 1, calculateTotal: true }),
    );
    if (accountId !== getAccount().accountId) return;
    try {
      found.set(id, query.result().total ?? 0);
    } catch {
      // What the server cannot search for has no number.
    }
  }
  totals.set(found);
}

const count = pacedCount(countAll);

const inAllMail = (list: readonly SavedSearch[], accountId: Id): SavedSearch[] =>
  list
    .filter(({ mailboxId }) => mailboxId === null)
    .map((search) => ({ ...search, id: idOfMember(accountId, search.id) }));

export const loadSavedSearches = coalesce(async () => {
  const shown = getAccount().accountId;
  const found: SavedSearch[] = [];
  for (const accountId of shownAccounts().filter(isKept)) {
    const get = await request((calls) => calls.call("SavedSearch/get", { accountId, ids: null }));
    if (shown !== getAccount().accountId) return;
    const list = get.result().list as SavedSearch[];
    found.push(...(shown === accountId ? list : inAllMail(list, accountId)));
  }
  // Two accounts may have kept the same: the first one's stands for both.
  const isFirst = ({ id, text }: SavedSearch): boolean => found.find((each) => each.text === text)?.id === id;
  searches.set(isTogether() ? found.filter(isFirst) : found);
  knownOf.set(shown);
  count.now();
});

let followers = 0;
let stops: (() => void)[] = [];

/** Follows the searches of the account that is shown, or of several. @returns a function that ends it */
export function followSavedSearches(): () => void {
  if (++followers === 1) {
    let shown = getAccount().accountId;
    stops = [
      onNews((changed) => {
        const own = shownAccounts().map((id) => changed?.[id]);
        if (!changed || own.some((states) => states?.SavedSearch !== undefined)) loadSavedSearches();
        else if (searches.get().length > 0 && own.some((states) => states?.Email !== undefined)) count.soon();
      }),
      subscribeToSession(() => {
        if (shown === (shown = getAccount().accountId)) return;
        searches.set(none);
        knownOf.set("");
        loadSavedSearches();
      }),
    ];
    loadSavedSearches();
  }
  return () => {
    if (--followers === 0) stops.forEach((stop) => stop());
  };
}

/** @param before the search that is brought back, in its account. @throws SetFailure, and what the request throws */
export async function saveSearch(values: Omit<SavedSearch, "id">, before?: Id): Promise<Id> {
  const { accountId } = before === undefined ? writingAccount() : placeOf(before);
  const set = await request((calls) => calls.call("SavedSearch/set", { accountId, create: { search: values } }));
  const { created, notCreated } = set.result();
  const made = created?.["search"]?.id;
  const id = made && isTogether() ? idOfMember(accountId, made) : made;
  if (!id) throw new SetFailure(notCreated?.["search"] ?? { type: "invalidProperties" });
  // The news of it may have come first.
  searches.set([...searches.get().filter((each) => each.id !== id), { ...values, id }]);
  loadSavedSearches();
  return id;
}

/** @throws SetFailure, and what the request throws */
export async function renameSearch(id: Id, name: string): Promise<void> {
  const { accountId, id: own } = placeOf(id);
  const set = await request((calls) => calls.call("SavedSearch/set", { accountId, update: { [own]: { name } } }));
  const failed = set.result().notUpdated?.[own];
  if (failed) throw new SetFailure(failed);
  searches.set(searches.get().map((search) => (search.id === id ? { ...search, name } : search)));
}

/** @throws SetFailure, and what the request throws */
export async function removeSearch(id: Id): Promise<void> {
  const { accountId, id: own } = placeOf(id);
  const set = await request((calls) => calls.call("SavedSearch/set", { accountId, destroy: [own] }));
  const failed = set.result().notDestroyed?.[own];
  if (failed && failed.type !== "notFound") throw new SetFailure(failed);
  searches.set(searches.get().filter((search) => search.id !== id));
}
