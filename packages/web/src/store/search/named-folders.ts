/** Folders by the names and the paths that people type. Pure. */
import type { Id } from "@pismo/jmap";
import { fold } from "../../search-language/fold.ts";
import { folderName, type NamedMailbox } from "../mailboxes/folders.ts";
import { pathsOf } from "../mailboxes/path-of.ts";

/** What names a folder to people. */
export type SearchedMailbox = NamedMailbox & { name?: string; parentId?: Id | null };

const lower = (name: string): string => name.normalize().toLowerCase();
/** In one case, with ё as е. */
export const foldedName = (name: string): string => fold(name.normalize());

type Folders = ReadonlyMap<string, readonly string[]>;

const foundIn = (tables: readonly Folders[], name: string): readonly string[] | undefined =>
  tables.map((each) => each.get(name)).find((found) => found !== undefined);

/** An account may have thousands, and each key that is typed asks. */
const known = new WeakMap<readonly SearchedMailbox[], (name: string) => readonly string[]>();

function lookup(mailboxes: readonly SearchedMailbox[]): (name: string) => readonly string[] {
  const all = mailboxes.map((mailbox) => ({ name: "", parentId: null, ...mailbox }));
  const folders = all.map(folderName);
  const table = (names: readonly string[]): Folders => {
    const found = new Map<string, string[]>();
    for (const [at, name] of names.entries()) found.set(name, [...(found.get(name) ?? []), folders[at]!]);
    return found;
  };
  const [names, paths] = [all.map(({ name }) => name), all.map(pathsOf(all))];
  const exact = [table(names.map(lower)), table(paths.map(lower))];
  const folded = [table(names.map(foldedName)), table(paths.map(foldedName))];
  return (name) => foundIn(exact, lower(name)) ?? foundIn(folded, foldedName(name)) ?? [];
}

/** Those of a name, else of a path: as it is typed, else with ё as е. */
export function foldersNamed(mailboxes: readonly SearchedMailbox[], name: string): readonly string[] {
  const find = known.get(mailboxes) ?? lookup(mailboxes);
  known.set(mailboxes, find);
  return find(name);
}
