/** Which Emails a list shows, as the address says it. Pure. */
import { noPreferences, type PreferenceValues } from "@pismo/jmap";

export interface ListQuery {
  /** As in the address: inbox, important, …, all, or the id of a custom folder. */
  folder: string;
  read?: false;
  bookmark?: true;
  important?: true;
  files?: true;
  q?: string;
  /** The id of a label. */
  label?: string;
  /** Of a search: the best match first, not the newest. */
  sort?: "best";
  /** A row for each Thread in place of one for each Email. */
  threads?: true;
}

/** A folder as the person wants it. Drafts stand alone: each is opened to go on writing it. */
export const folderQuery = (
  folder: string,
  { collapseThreads }: Pick<PreferenceValues, "collapseThreads">,
): ListQuery => (collapseThreads && folder !== "drafts" ? { folder, threads: true } : { folder });

/** @param params of the address: letters=all says nothing more than the folder itself */
export function listQueryFromUrl(
  folder: string,
  params: URLSearchParams,
  preferences: Pick<PreferenceValues, "collapseThreads"> = noPreferences,
): ListQuery {
  const q = params.get("q")?.trim();
  const label = params.get("label");
  return {
    ...folderQuery(folder, preferences),
    ...(params.get("read") === "false" && { read: false }),
    ...(params.get("bookmark") === "true" && { bookmark: true }),
    ...(params.get("important") === "true" && { important: true }),
    ...(params.get("files") === "true" && { files: true }),
    ...(q && { q }),
    ...(label && { label }),
    ...(q && params.get("sort") === "best" && { sort: "best" }),
  };
}

/** Whether it leaves out Emails of its folder. */
export const isFiltered = (query: ListQuery): boolean =>
  Object.keys(query).some((name) => name !== "folder" && name !== "threads");

/** The same Emails, the same key. */
export function queryKey({ folder, read, bookmark, important, files, q, label, sort, threads }: ListQuery): string {
  return JSON.stringify([folder, read, bookmark, important, files, q, sort, threads, label]);
}
