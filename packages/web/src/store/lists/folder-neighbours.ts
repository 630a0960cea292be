/** The Emails beside one that no list has led to: by its address, or after a reload. */
import type { Id } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { isMailboxesLoaded } from "../mailboxes/mailboxes.ts";
import { getPreferences } from "../records/preferences.ts";
import { type AccountRecords, useCurrentRecords } from "../records/records.ts";
import { request } from "../session/session.ts";
import { onNews } from "../sync/news.ts";
import { currentList, type Neighbours, useNeighbours } from "./email-list.ts";
import { filterOf } from "./list-filter.ts";
import { newestFirst } from "./list-order.ts";
import { folderQuery } from "./list-query.ts";
import { loadRows } from "./load-threads.ts";

/** A window around the Email, wherever in its folder it is. @throws what the requests throw; MethodError anchorNotFound */
async function findNeighbours(
  id: Id,
  folder: string,
  records: AccountRecords,
  signal: AbortSignal,
): Promise<Neighbours | undefined> {
  const { accountId, mailboxes } = records;
  const { threads = false, ...query } = folderQuery(folder, getPreferences());
  const filter = filterOf(query, mailboxes);
  if (!filter) return undefined;
  const window = await request(
    (calls) =>
      calls.call("Email/query", {
        accountId,
        filter,
        sort: newestFirst(),
        anchor: id,
        anchorOffset: -1,
        limit: 3,
        ...(threads && { collapseThreads: true }),
      }),
    signal,
  );
  const { ids } = window.result();
  const at = ids.indexOf(id);
  if (at === -1) return undefined;
  const [previous, next] = [ids[at - 1], ids[at + 1]];
  // Their subjects belong to their addresses.
  await loadRows(
    [previous, next].flatMap((each) => each ?? []),
    records,
  );
  return { previous, next };
}

/**
 * Those of the list that led to it, else of its folder.
 * @param folder undefined: it is not known yet
 */
export function useFolderNeighbours(id: Id, folder: string | undefined): Neighbours {
  const ofList = useNeighbours(id);
  const records = useCurrentRecords();
  const isAsked = folder !== undefined && isMailboxesLoaded(records) && currentList(records) === undefined;
  const [found, setFound] = useState<Neighbours>();
  useEffect(() => {
    if (!isAsked) return undefined;
    const end = new AbortController();
    const ask = (): void => {
      // Without an answer there are no ways to them, as before.
      findNeighbours(id, folder, records, end.signal).then(
        (neighbours) => !end.signal.aborted && setFound(neighbours),
        () => undefined,
      );
    };
    ask();
    const stop = onNews((changed) => {
      if (!changed || changed[records.accountId]?.Email !== undefined) ask();
    });
    return () => {
      end.abort();
      stop();
    };
  }, [id, folder, records, isAsked]);
  return (isAsked && found) || ofList;
}
