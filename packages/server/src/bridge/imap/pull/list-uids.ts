/** Lists the messages of the open folder. An incomplete answer must not look like expunged messages. */
import { Refusal } from "../connection/errors.ts";
import { fetchByUid } from "./fetch-by-uid.ts";
import type { Session } from "../connection/connection.ts";

export interface UidList {
  /** Ascending. */
  uids: number[];
  /** Whether a message that is not listed is expunged: the list is as long as EXISTS, or SEARCH and FETCH agree on it. */
  isComplete: boolean;
  /** Neither SEARCH nor FETCH lists any, though EXISTS counts some: neither expunged nor new messages are known. */
  isEmptyTwice: boolean;
}

/** Messages in the open folder; undefined: the server has not reported it. */
const existsOf = ({ client }: Session): number | undefined => (client.mailbox ? client.mailbox.exists : undefined);

/** All uids of the open folder. @throws Refusal when the server accepts neither SEARCH nor FETCH; Offline */
export async function listUids(session: Session): Promise<UidList> {
  const before = existsOf(session);
  if (before === 0) return { uids: [], isComplete: true, isEmptyTwice: false };
  const checked = (uids: number[]): UidList => {
    // A message may arrive or be expunged while the server answers.
    const isComplete = before !== undefined && uids.length >= Math.min(before, existsOf(session) ?? before);
    return { uids, isComplete, isEmptyTwice: false };
  };
  const found = await search(session, "1:*");
  const list = found && checked(found);
  if (list?.isComplete) return list;
  const fetched = checked(await fetchUids(session, "1:*"));
  if (!list || fetched.isComplete) return fetched;
  // Otherwise a server that counts wrongly would never be up to date.
  if (fetched.uids.join() === list.uids.join()) {
    const isEmptyTwice = fetched.uids.length === 0;
    return { uids: fetched.uids, isComplete: !isEmptyTwice, isEmptyTwice };
  }
  const uids = [...new Set([...list.uids, ...fetched.uids])].toSorted(ascending);
  return { uids, isComplete: false, isEmptyTwice: false };
}

/** Uids from `first` to `last`, as far as the server lists them. @throws as listUids */
export async function listUidsBetween(session: Session, first: number, last: number): Promise<number[]> {
  const range = `${first}:${last}`;
  const uids = (await search(session, range)) ?? (await fetchUids(session, range));
  // Other uids are dropped: with a server that always returns some, the search would never end.
  return uids.filter((uid) => uid >= first && uid <= last);
}

/** undefined: the server refuses SEARCH. */
async function search({ client, must }: Session, range: string): Promise<number[] | undefined> {
  try {
    return (await must(client.search({ uid: range }, { uid: true }))).toSorted(ascending);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

const fetchUids = async (session: Session, range: string): Promise<number[]> =>
  (await fetchByUid(session, range, { uid: true })).map(({ uid }) => uid).toSorted(ascending);

const ascending = (one: number, other: number): number => one - other;
