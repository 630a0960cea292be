/** File/query (an extension of ours, FILES): every order has an index that begins with what the list always asks for. */
import { type Comparator, type FileFilterCondition, type Id, MethodError } from "@pismo/jmap";
import { isNamelessLetter } from "../../mime/parse/letter-subjects.ts";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";
import { parseSearch } from "../search/query.ts";
import type { FileField } from "../search/search-index.ts";
import { and, type Fragment, raw, sq } from "../db/sql-fragment.ts";

const columns: Readonly<Record<string, string>> = {
  receivedAt: "received_at",
  name: "name_key",
  from: "from_key",
  kind: "kind",
  size: "size",
};

export const fileSortProperties = Object.keys(columns);

export interface FileQuery {
  filter?: FileFilterCondition | null;
  sort?: readonly Comparator[] | null;
  position?: number;
  anchor?: Id | null;
  anchorOffset?: number;
  limit: number;
  calculateTotal?: boolean;
}

export interface FileQueryResult {
  ids: Id[];
  position: number;
  total?: number;
}

/** Where a file stands in lists of its order, whichever account it is of: keys are unique in the store. */
export interface FilePoint {
  id: number;
  value: string | number;
}

/** What one account has for a query, in its order. */
export class FileList {
  readonly isAscending: boolean;
  readonly #reader: Reader;
  readonly #where: Fragment;
  readonly #column: Fragment;

  /** @throws MethodError unsupportedSort */
  constructor(reader: Reader, accountId: Id, { filter, sort }: Pick<FileQuery, "filter" | "sort">) {
    this.#reader = reader;
    this.#where = whereOf(reader, accountId, filter ?? {});
    const { property, isAscending } = fileOrderOf(sort);
    this.#column = raw(columns[property]!);
    this.isAscending = isAscending;
  }

  count(): Promise<number> {
    return this.#count(this.#where);
  }

  /** undefined: it is not in the list. */
  async find(id: Id): Promise<FilePoint | undefined> {
    const found = sq`select id, ${this.#column} as value from file where ${this.#where} and id = ${keyOf("f", id)}`;
    return (await select<FilePoint>(this.#reader, found))[0];
  }

  /** How many are before a point, which may be another account's. */
  rank({ id, value }: FilePoint): Promise<number> {
    const comparison = raw(this.isAscending ? "<" : ">");
    return this.#count(sq`${this.#where} and (${this.#column}, id) ${comparison} (${value}, ${id})`);
  }

  /** @param after none before it is looked at */
  rows({ after, offset, limit }: { after?: FilePoint | undefined; offset: number; limit: number }) {
    const direction = raw(this.isAscending ? "asc" : "desc");
    const comparison = raw(this.isAscending ? ">" : "<");
    const where = after
      ? sq`${this.#where} and (${this.#column}, id) ${comparison} (${after.value}, ${after.id})`
      : this.#where;
    return select<FilePoint>(
      this.#reader,
      sq`select id, ${this.#column} as value from file where ${where}
        order by ${this.#column} ${direction}, id ${direction} limit ${limit} offset ${offset}`,
    );
  }

  async #count(condition: Fragment): Promise<number> {
    const counted = sq`select count(*) as n from file where ${condition}`;
    return (await select<{ n: number }>(this.#reader, counted))[0]!.n;
  }
}

/** @throws MethodError anchorNotFound, unsupportedSort */
export async function queryFiles(reader: Reader, accountId: Id, query: FileQuery): Promise<FileQueryResult> {
  const list = new FileList(reader, accountId, query);
  const total = query.calculateTotal || (query.position ?? 0) < 0 ? await list.count() : undefined;
  let position = query.position ?? 0;
  if (query.anchor) {
    const anchor = await list.find(query.anchor);
    if (!anchor) throw new MethodError("anchorNotFound");
    position = Math.max(0, (await list.rank(anchor)) + (query.anchorOffset ?? 0));
  } else if (position < 0) position = Math.max(0, total! + position);
  const rows = await list.rows({ offset: position, limit: query.limit });
  return { ids: rows.map(({ id }) => idOf("f", id)), position, ...(query.calculateTotal && { total: total! }) };
}

/** What a file is called: `letterSubject` of a letter without a name, null where it is not known. */
export type FileTitle = { fileName: string } | { letterSubject: string | null };

/** Of each of the Emails what the first file is called whose text has the words, by its id. */
export async function namesOfFilesWith(
  reader: Reader,
  accountId: Id,
  emailIds: readonly Id[],
  text: string,
): Promise<Map<Id, FileTitle>> {
  const terms = parseSearch(text);
  if (terms.length === 0) return new Map();
  const account = accountKey(accountId);
  const keys = JSON.stringify(keysOf("e", emailIds));
  const rows = await select<{ email_id: number; name: string | null; letter_subject: string | null; type: string }>(
    reader,
    sq`select email_id, name, letter_subject, type from file where account_id = ${account} and email_id in key_list(${keys})
      and id in (${reader.search.files.keysWith(account, "content", terms)}) order by id desc`,
  );
  return new Map(
    rows.flatMap(({ email_id, name, letter_subject, type }): [Id, FileTitle][] => {
      const id = idOf("e", email_id);
      if (name !== null) return [[id, { fileName: name }]];
      return isNamelessLetter({ name, type }) ? [[id, { letterSubject: letter_subject }]] : [];
    }),
  );
}

/** Whether a mailbox has a file that a list would show. */
export async function hasFiles(reader: Reader, accountId: Id): Promise<boolean> {
  const sql = "select 1 from file where account_id = ? and is_listed = 1 limit 1";
  return (await reader.get(sql, accountKey(accountId))) !== undefined;
}

const select = <T>(reader: Reader, { sql, params }: Fragment): Promise<T[]> => reader.all<T>(sql, ...params);

function whereOf(reader: Reader, accountId: Id, filter: FileFilterCondition): Fragment {
  const account = accountKey(accountId);
  const { isImage, kind, text, name, emailId, inAccount, before, after } = filter;
  const conditions: Fragment[] = [sq`account_id = ${account}`, raw("is_listed = 1")];
  // A kind has an index of its own, which is_image would keep from being used.
  if (kind !== undefined) conditions.push(sq`kind = ${kind}`);
  if (isImage !== undefined)
    conditions.push(kind === undefined ? sq`is_image = ${Number(isImage)}` : sq`+is_image = ${Number(isImage)}`);
  if (emailId !== undefined) conditions.push(sq`email_id = ${keyOf("e", emailId)}`);
  if (inAccount !== undefined && inAccount !== accountId) conditions.push(raw("false"));
  if (before !== undefined) conditions.push(sq`received_at < ${Date.parse(before)}`);
  if (after !== undefined) conditions.push(sq`received_at >= ${Date.parse(after)}`);
  const words = (field: FileField | null, searched: string): Fragment => {
    const terms = parseSearch(searched, field === "name");
    if (terms.length === 0) return raw(searched.trim() === "" ? "true" : "false");
    return sq`id in (${reader.search.files.keysWith(account, field, terms)})`;
  };
  if (text !== undefined) conditions.push(words(null, text));
  if (name !== undefined) conditions.push(words("name", name));
  return and(conditions);
}

/** @throws MethodError unsupportedSort */
export function fileOrderOf(sort: readonly Comparator[] | null | undefined): {
  property: string;
  isAscending: boolean;
} {
  const [first = { property: "receivedAt", isAscending: false }, ...others] = sort ?? [];
  if (columns[first.property] === undefined || others.length > 0 || first.collation != null) {
    throw new MethodError("unsupportedSort", `Files are sorted by one of ${fileSortProperties.join(", ")}`);
  }
  return { property: first.property, isAscending: first.isAscending ?? true };
}
