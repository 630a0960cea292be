/** Namespaces (RFC 2342): the person's own folders, those of other users, and shared ones. */
import type { ListResponse } from "imapflow";
import type { Session } from "../connection/connection.ts";

/** Whether a folder is another user's, or shared: "Other Users/bob/Work". */
export function isForeign({ client }: Pick<Session, "client">, path: string): boolean {
  const { other, shared } = client.namespaces ?? {};
  return [...(other || []), ...(shared || [])].some(({ prefix, delimiter: given }) => {
    const delimiter = given ?? "/";
    const root = prefix.endsWith(delimiter) ? prefix : `${prefix}${delimiter}`;
    return prefix !== "" && (path.startsWith(root) || `${path}${delimiter}` === root);
  });
}

/**
 * Adds parents that the list leaves out, as containers. A server may list "Other Users/bob/Work" and not "Other
 * Users/bob", which names the owner.
 * @param prefix of the person's own folders, which have no parent
 */
export function withParents(listing: readonly ListResponse[], prefix: string): ListResponse[] {
  const paths = new Set(listing.map(({ path }) => path));
  const added: ListResponse[] = [];
  for (const entry of listing) {
    const { parent, delimiter } = entry;
    for (let depth = parent.length; depth > 0; depth--) {
      const path = parent.slice(0, depth).join(delimiter);
      if (paths.has(path) || `${path}${delimiter}` === prefix) break;
      paths.add(path);
      added.push(containerOf(entry, path, depth));
    }
  }
  return [...listing, ...added];
}

/** RFC 9051 §7.3.1: \\NonExistent marks a name that is listed only because it has children. */
function containerOf({ parent, delimiter, pathAsListed }: ListResponse, path: string, depth: number): ListResponse {
  const above = parent.slice(0, depth - 1);
  return {
    path,
    pathAsListed: pathAsListed.split(delimiter).slice(0, depth).join(delimiter),
    name: parent[depth - 1]!,
    delimiter,
    parent: above,
    parentPath: above.join(delimiter),
    flags: new Set(["\\NonExistent", "\\HasChildren"]),
    listed: true,
    subscribed: true,
  };
}
