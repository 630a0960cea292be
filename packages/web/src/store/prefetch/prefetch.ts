/**
 * What is fetched before anybody asks for it: the Emails in sight, one of which is opened next, how the open list ends,
 * and how the other folders begin.
 */
import { prefetchFacts } from "../facts/email-facts.ts";
import { getConnection } from "../sync/connection.ts";
import { savesData } from "../sync/saves-data.ts";
import { currentList, cachedLists, listFor } from "../lists/email-list.ts";
import { loadEmails } from "../records/email.ts";
import { customFolders, flattenFolders, specialFolders } from "../mailboxes/folders.ts";
import { filterOf } from "../lists/list-filter.ts";
import { folderQuery, type ListQuery, queryKey } from "../lists/list-query.ts";
import { ListRequests, totalOf } from "../lists/list-requests.ts";
import type { EmailList } from "../lists/list-shapes.ts";
import { isMailboxesLoaded } from "../mailboxes/mailboxes.ts";
import { getPreferences } from "../records/preferences.ts";
import { type AccountRecords, currentRecords } from "../records/records.ts";
import { request } from "../session/session.ts";
import { batch } from "../signal.ts";

/** The topmost entries of the navigation. */
const maxFolders = 12;
/** One request, so that it does not delay requests of the person. */
const foldersAtOnce = 4;
/** More than a screen shows. The rest comes once the list is opened. */
const emails = 40;

/** Those of the navigation whose Emails are not there, as addresses name them. */
function missingFolders(records: AccountRecords): ListQuery[] {
  if (!isMailboxesLoaded(records)) return [];
  const { mailboxes } = records;
  const preferences = getPreferences();
  const known = new Set(cachedLists(records).flatMap(({ key, isLoaded }) => (isLoaded ? [key] : [])));
  const custom = flattenFolders(customFolders(mailboxes)).map(({ mailbox }) => mailbox.id);
  return [...specialFolders, ...custom]
    .filter((folder) => filterOf({ folder }, mailboxes))
    .slice(0, maxFolders)
    .map((folder) => folderQuery(folder, preferences))
    .filter((query) => !known.has(queryKey(query)));
}

/** Their lists begin with it, and follow the server from then on as those do that were left. */
async function prefetchFolders(records: AccountRecords, folders: readonly ListQuery[]): Promise<void> {
  const windows = await request((calls) =>
    folders.map((query) => ({ asked: query, window: new ListRequests(query, records).window(calls, 0, emails) })),
  );
  batch(() => {
    for (const { asked, window } of windows) {
      const result = window.query.result();
      window.rows.put();
      const list = listFor(asked, records);
      // Already requested.
      if (list.isLoaded) continue;
      const { position, ids, queryState } = result;
      list.restore({ query: list.query, position, ids, total: totalOf(result), queryState });
      // Emails that are being moved away.
      for (const id of ids) list.reconsider(id);
    }
  });
}

/** Where the key End and the end of the scroll bar lead. */
async function fetchEnd(records: AccountRecords): Promise<void> {
  const list = currentList(records);
  if (!list?.isLoaded) return;
  const { sparse } = list;
  const range = list.missing(sparse.total - emails, sparse.total);
  if (!range) return;
  const [first, afterLast] = range;
  const position = sparse.serverPosition(first);
  await list.loadWindow(position, afterLast - first);
}

let isRunning = false;

/** Fetches what is missing; failures are ignored. */
export async function prefetch(list: EmailList, first: number, end: number): Promise<void> {
  if (savesData() || getConnection() === "offline") return;
  const places = Array.from({ length: Math.max(0, end - first) }, (_, place) => list.idAt(first + place));
  const ids = places.filter((id) => id !== undefined);
  await loadEmails(ids);
  // The letter shows them when it is opened, if they did not come.
  await prefetchFacts(ids).catch(() => undefined);
  if (isRunning) return;
  isRunning = true;
  try {
    const records = currentRecords();
    await fetchEnd(records);
    const folders = missingFolders(records);
    for (let done = 0; done < folders.length; done += foldersAtOnce)
      await prefetchFolders(records, folders.slice(done, done + foldersAtOnce));
  } catch {
    // It will be asked for when it is wanted.
  } finally {
    isRunning = false;
  }
}
