/** Which Emails a list shows: JMAP's filter, and what of it can be told here. */
import { type EmailFilterCondition, type Filter, FLAGGED, type Id, IMPORTANT, SEEN } from "@pismo/jmap";
import { type EmailRow, isFlagged, isImportant, isSeen } from "../records/email-properties.ts";
import { labelConditions, labelKeyword } from "../labels/labels.ts";
import { belongsTo, folderFilter, folderOf } from "../mailboxes/folders.ts";
import type { ListQuery } from "./list-query.ts";
import type { SearchedMailbox } from "../search/search-filter.ts";
import { searchTerms } from "../search/search-terms.ts";

/** JMAP's filter, or undefined where the folder does not exist (yet). */
export function filterOf(
  query: ListQuery,
  mailboxes: readonly SearchedMailbox[],
): Filter<EmailFilterCondition> | undefined {
  const folder = folderOf(mailboxes, query.folder);
  if (!folder) return undefined;
  const labelled = query.label === undefined ? [] : labelConditions(query.label);
  if (!labelled) return undefined;
  const search = query.q === undefined ? undefined : searchTerms(query.q, mailboxes);
  const isAnywhere = folder.kind === "all" && search?.namesFolder;
  const conditions: Filter<EmailFilterCondition>[] = [
    ...(isAnywhere ? [] : [folderFilter(mailboxes, folder)]),
    ...(query.read === false ? [{ notKeyword: SEEN }] : []),
    ...(query.bookmark ? [{ hasKeyword: FLAGGED }] : []),
    ...(query.important ? [{ hasKeyword: IMPORTANT }] : []),
    ...(query.files ? [{ hasAttachment: true }] : []),
    ...labelled,
    ...(search?.conditions ?? []),
  ];
  return conditions.length === 1 ? conditions[0] : { operator: "AND", conditions };
}

/** Whether the filter lets an Email in, but for a search: which Emails have its words the server alone can tell. */
export function letsIn(
  query: ListQuery,
  mailboxes: readonly SearchedMailbox[],
  row: Pick<EmailRow, "mailboxIds" | "keywords" | "hasAttachment">,
): boolean {
  if (query.read === false && isSeen(row)) return false;
  if (query.bookmark && !isFlagged(row)) return false;
  if (query.important && !isImportant(row)) return false;
  if (query.files && !row.hasAttachment) return false;
  if (query.label !== undefined && !((labelKeyword(query.label) ?? "") in row.keywords)) return false;
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
  mailboxes: readonly SearchedMailbox[],
  mailboxIds: Readonly<Record<Id, true>>,
): boolean {
  const folder = folderOf(mailboxes, query.folder);
  if (folder?.kind === "all" && query.q !== undefined && searchTerms(query.q, mailboxes).namesFolder) return true;
  return folder !== undefined && belongsTo(mailboxes, folder, mailboxIds);
}
