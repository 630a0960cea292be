/** Which letters of a conversation are open, in sight and folded away. Pure. */
import type { Id } from "@pismo/jmap";
import { type ConversationScope, isHere } from "../../../store/records/conversation.ts";
import { type EmailRow, isDraft, isUnread } from "../../../store/records/email-properties.ts";

/** Unread letters that are opened at once: each loads its text. */
const MOST_OPEN = 10;
/** Folded lines in a row that are shown one by one. */
const MOST_LINES = 3;
/** Letters of a Thread that are loaded, the latest of them. */
const MOST_LETTERS = 500;

/** Those that are loaded: the one that is opened, and the latest. */
export function nearest(threadIds: readonly Id[], id: Id): readonly Id[] {
  const latest = threadIds.slice(-MOST_LETTERS);
  return latest.includes(id) || !threadIds.includes(id) ? latest : [id, ...latest];
}

/** Drafts stand among them; what was thrown away does not, unless its folder is the one that is read. */
export const isShown = (row: EmailRow, id: Id, scope: ConversationScope): boolean =>
  row.id === id || isHere(row, scope) || isHere(row, { ...scope, shown: undefined });

const isNews = (row: EmailRow): boolean => isUnread(row) && !isDraft(row);

/** What is unread, and the one that the address names. @param rows oldest first */
export const openAtFirst = (rows: readonly EmailRow[], id: Id): ReadonlySet<Id> =>
  new Set([...rows.filter(isNews).slice(0, MOST_OPEN), { id }].map((row) => row.id));

/** Where reading begins: at the first unread one. @param rows oldest first */
export const beginningOf = (rows: readonly EmailRow[], id: Id): Id => rows.find(isNews)?.id ?? id;

/** Long runs of read letters, without the first and the last of each: one line stands for them. @param rows oldest first */
export function foldedAtFirst(rows: readonly EmailRow[], open: ReadonlySet<Id>): ReadonlySet<Id> {
  const folded = new Set<Id>();
  let run: Id[] = [];
  const endRun = (): void => {
    if (run.length > MOST_LINES) for (const id of run.slice(1, -1)) folded.add(id);
    run = [];
  };
  for (const row of rows) {
    if (open.has(row.id) || isUnread(row) || isDraft(row)) endRun();
    else run.push(row.id);
  }
  endRun();
  return folded;
}

/** A letter, or as many as one line stands for. */
export type Segment = { row: EmailRow; count?: undefined } | { row: EmailRow; count: number };

/** @returns a segment for each letter that is not folded, and one with its first letter for each run that is */
export function segmentsOf(rows: readonly EmailRow[], folded: ReadonlySet<Id>): Segment[] {
  const segments: Segment[] = [];
  for (const row of rows) {
    const last = segments.at(-1);
    if (!folded.has(row.id)) segments.push({ row });
    else if (last?.count === undefined) segments.push({ row, count: 1 });
    else last.count++;
  }
  return segments;
}
