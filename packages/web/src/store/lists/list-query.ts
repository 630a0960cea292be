/** Which Emails a list shows: from the address to JMAP's filter. Pure. */
import { type EmailFilterCondition, type Filter, FLAGGED, type Id, IMPORTANT, SEEN } from "@pismo/jmap";
import { type EmailRow, isFlagged, isImportant, isSeen } from "../records/email-properties.ts";
import { belongsTo, folderFilter, folderOf, type NamedMailbox } from "../records/folders.ts";

export interface ListQuery {
  /** As in the address: inbox, important, …, or the id of a custom folder. */
  folder: string;
  read?: false;
  bookmark?: true;
  important?: true;
  files?: true;
  q?: string;
}

/** @param params of the address: letters=all says nothing more than the folder itself */
export function listQueryFromUrl(folder: string, params: URLSearchParams): ListQuery {
  const q = params.get("q")?.trim();
  return {
    folder,
    ...(params.get("read") === "false" && { read: false }),
    ...(params.get("bookmark") === "true" && { bookmark: true }),
    ...(params.get("important") === "true" && { important: true }),
    ...(params.get("files") === "true" && { files: true }),
    ...(q && { q }),
  };
}

/** The same Emails, the same key. */
export function queryKey({ folder, read, bookmark, important, files, q }: ListQuery): string {
  return JSON.stringify([folder, read, bookmark, important, files, q]);
}

/** JMAP's filter, or undefined where the folder does not exist (yet). */
export function filterOf(
  query: ListQuery,
  mailboxes: readonly NamedMailbox[],
): Filter<EmailFilterCondition> | undefined {
  const folder = folderOf(mailboxes, query.folder);
  if (!folder) return undefined;
  const inFolder = folderFilter(mailboxes, folder);
  const more: EmailFilterCondition[] = [
    ...(query.read === false ? [{ notKeyword: SEEN }] : []),
    ...(query.bookmark ? [{ hasKeyword: FLAGGED }] : []),
    ...(query.important ? [{ hasKeyword: IMPORTANT }] : []),
    ...(query.files ? [{ hasAttachment: true }] : []),
    ...(query.q ? [{ text: query.q }] : []),
  ];
  return more.length === 0 ? inFolder : { operator: "AND", conditions: [inFolder, ...more] };
}

/** Whether the filter lets an Email in, but for a search: which Emails have its words the server alone can tell. */
export function letsIn(
  query: ListQuery,
  mailboxes: readonly NamedMailbox[],
  row: Pick<EmailRow, "mailboxIds" | "keywords" | "hasAttachment">,
): boolean {
  if (query.read === false && isSeen(row)) return false;
  if (query.bookmark && !isFlagged(row)) return false;
  if (query.important && !isImportant(row)) return false;
  if (query.files && !row.hasAttachment) return false;
  const folder = folderOf(mailboxes, query.folder);
  if (folder?.kind !== "important") return mayStandIn(query, mailboxes, row.mailboxIds);
  const isInOwn = folder.mailbox !== undefined && Object.hasOwn(row.mailboxIds, folder.mailbox.id);
  return isInOwn || (isImportant(row) && belongsTo(mailboxes, folder, row.mailboxIds));
}

/**
 * Whether an Email in these mailboxes may stand in the list. Keywords are left out on purpose: an Email that has
 * just been read stays in a list of unread ones until another list is opened.
 */
export function mayStandIn(
  query: ListQuery,
  mailboxes: readonly NamedMailbox[],
  mailboxIds: Readonly<Record<Id, true>>,
): boolean {
  const folder = folderOf(mailboxes, query.folder);
  return folder !== undefined && belongsTo(mailboxes, folder, mailboxIds);
}
