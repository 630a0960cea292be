/** Finds folders that were renamed on the server, which lists them as deleted and new. Pure. */
import type { ListResponse } from "imapflow";
import type { ImapFolder } from "../../../store/mirror/imap-folders.ts";
import { isContainer } from "./folder-names.ts";

/** A missing folder and a new one are the same when UIDVALIDITY and UIDNEXT agree (RFC 9051 §6.3.6). */
const isSame = (folder: ImapFolder, { status, flags }: ListResponse): boolean =>
  folder.isSelectable &&
  !isContainer({ flags }) &&
  folder.uidValidity !== null &&
  folder.uidValidity === String(status?.uidValidity) &&
  folder.uidNext <= (status?.uidNext ?? 0);

export function renamedFolders(
  missing: readonly ImapFolder[],
  fresh: readonly ListResponse[],
): Map<string, ImapFolder> {
  // Grouped by UIDVALIDITY, to avoid comparing all pairs.
  const pairs = new Map<string, { missing: ImapFolder[]; fresh: ListResponse[] }>();
  for (const folder of missing) {
    const key = String(folder.uidValidity);
    const pair = pairs.get(key) ?? { missing: [], fresh: [] };
    pairs.set(key, pair);
    pair.missing.push(folder);
  }
  for (const entry of fresh) pairs.get(String(entry.status?.uidValidity))?.fresh.push(entry);
  const renamed = new Map<string, ImapFolder>();
  for (const pair of pairs.values()) {
    for (const entry of pair.fresh) {
      const [one, ...others] = pair.missing.filter((folder) => isSame(folder, entry));
      const isOnly = one && pair.fresh.filter((other) => isSame(one, other)).length === 1;
      if (one && isOnly && others.length === 0) renamed.set(entry.path, one);
    }
  }
  return renamed;
}
