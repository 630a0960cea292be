/** What a member at another server has for a query of files, in its order: by what was read of its letters. */
import type { FileFilterCondition, Id } from "@pismo/jmap";
import type { FilePoint } from "../../../../store/files/query-files.ts";
import { alternativesOf, parseSearch, type SearchTerm } from "../../../../store/search/query.ts";
import { stem } from "../../../../store/search/stems.ts";
import type { FileSource } from "../../files/file-source.ts";
import type { IndexedFile, RemoteFileIndex } from "./remote-file-index.ts";

type Order = Pick<FileSource, "isAscending" | "compare"> & { property: string };

const values: Readonly<Record<string, (indexed: IndexedFile) => string | number>> = {
  receivedAt: ({ file }) => Date.parse(file.receivedAt),
  name: ({ nameKey }) => nameKey,
  from: ({ fromKey }) => fromKey,
  kind: ({ file }) => file.kind,
  size: ({ file }) => file.size,
};

/** As the search index compares (store/sqlite/fts.ts). */
function hasTerm(terms: string, searched: SearchTerm): boolean {
  const { words, isQuoted, isPrefix } = searched;
  if (isQuoted && words.length === 1) return terms.includes(` ${words[0]} `);
  if (alternativesOf(searched).some((each) => terms.includes(` ${each.join(" ")} `))) return true;
  return isPrefix && terms.includes(` ${[...words.slice(0, -1).map(stem), words.at(-1)].join(" ")}`);
}

function wordsIn(searched: string | undefined, isName = false): (terms: string) => boolean {
  if (searched === undefined || searched.trim() === "") return () => true;
  const wanted = parseSearch(searched, isName);
  return (terms) => wanted.length > 0 && wanted.every((term) => hasTerm(terms, term));
}

function matcher(filter: FileFilterCondition): (indexed: IndexedFile) => boolean {
  const { isImage, kind, text, name, emailId, before, after } = filter;
  const [hasText, hasName] = [wordsIn(text), wordsIn(name, true)];
  const [from, to] = [
    after === undefined ? -Infinity : Date.parse(after),
    before === undefined ? Infinity : Date.parse(before),
  ];
  return ({ file, terms, nameTerms }) => {
    if (kind !== undefined && file.kind !== kind) return false;
    if (isImage !== undefined && (file.kind === "image") !== isImage) return false;
    if (emailId !== undefined && file.emailId !== emailId) return false;
    const received = Date.parse(file.receivedAt);
    return received >= from && received < to && hasText(terms) && hasName(nameTerms);
  };
}

interface Row extends FilePoint {
  fileId: Id;
}

/** Sorted lists of what was asked for last, for the windows of one list. */
const sorted = new WeakMap<readonly IndexedFile[], Map<string, readonly Row[]>>();
const LISTS_KEPT = 4;

function rowsOf(index: RemoteFileIndex, filter: FileFilterCondition, order: Order): readonly Row[] {
  const { files } = index;
  const known = sorted.get(files) ?? new Map<string, readonly Row[]>();
  sorted.set(files, known);
  const name = JSON.stringify([filter, order.property, order.isAscending]);
  const before = known.get(name);
  if (before) return before;
  const valueOf = values[order.property]!;
  const rows = files
    .filter(matcher(filter))
    .map((indexed): Row => ({ id: indexed.key, value: valueOf(indexed), fileId: indexed.file.id }))
    .sort(order.compare);
  const [oldest] = known.keys();
  if (known.size >= LISTS_KEPT && oldest !== undefined) known.delete(oldest);
  known.set(name, rows);
  return rows;
}

export class RemoteFileList implements FileSource {
  readonly isAscending: boolean;
  readonly compare: FileSource["compare"];
  readonly #rows: readonly Row[];

  constructor(index: RemoteFileIndex, filter: FileFilterCondition, order: Order) {
    this.isAscending = order.isAscending;
    this.compare = order.compare;
    this.#rows = rowsOf(index, filter, order);
  }

  async count(): Promise<number> {
    return this.#rows.length;
  }

  async find(id: Id): Promise<FilePoint | undefined> {
    return this.#rows.find(({ fileId }) => fileId === id);
  }

  async rank(point: FilePoint): Promise<number> {
    return this.#before(point, false);
  }

  async rows({ after, offset, limit }: Parameters<FileSource["rows"]>[0]): Promise<(FilePoint & { name: Id })[]> {
    const start = (after ? this.#before(after, true) : 0) + offset;
    return this.#rows.slice(start, start + limit).map(({ id, value, fileId }) => ({ id, value, name: fileId }));
  }

  /** How many are before a point, or also at it. */
  #before(point: FilePoint, isWithIt: boolean): number {
    let [low, high] = [0, this.#rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = this.compare(this.#rows[middle]!, point);
      if (order < 0 || (isWithIt && order === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
