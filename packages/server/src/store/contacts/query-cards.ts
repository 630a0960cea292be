/** ContactCard/query as SQL: RFC 9610 §3.3. */
import { likeText } from "../search/like-text.ts";
import {
  type Comparator,
  type ContactCard,
  type ContactCardFilterCondition,
  type Filter,
  type Id,
  MethodError,
} from "@pismo/jmap";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";
import { ALL_ROWS, and, type Fragment, join, raw, sq } from "../db/sql-fragment.ts";
import { type CardField, foldedText, keysOf } from "./card-text.ts";

export interface CardQuery {
  filter: Filter<ContactCardFilterCondition> | null;
  sort: readonly Comparator[] | null | undefined;
}

const columns: Readonly<Record<string, string>> = {
  created: "c.created_at",
  updated: "c.updated_at",
  "name/given": "c.given_key",
  "name/surname": "c.surname_key",
  "name/surname2": "c.surname2_key",
};

const unsupported = (property: string): MethodError =>
  new MethodError("unsupportedSort", `Cannot sort by "${property}"`);

/** Equal cards are ordered by their ids. @throws MethodError unsupportedSort */
function orderOf(sort: CardQuery["sort"]): Fragment {
  const parts = (sort ?? []).map(({ property, isAscending = true }) => {
    const column = Object.hasOwn(columns, property) ? columns[property] : undefined;
    if (!column) throw unsupported(property);
    return raw(`${column} ${isAscending ? "asc" : "desc"}`);
  });
  return join([...parts, raw("c.id asc")], ", ");
}

const fields: Readonly<Partial<Record<keyof ContactCardFilterCondition, CardField>>> = {
  text: "text",
  name: "name",
  "name/given": "given",
  "name/surname": "surname",
  "name/surname2": "surname2",
  nickname: "nickname",
  organization: "organization",
  email: "email",
  phone: "phone",
  onlineService: "onlineService",
  address: "address",
  note: "note",
};

const hasText = (account: number, field: CardField, match: Fragment): Fragment =>
  sq`exists (select 1 from contact_card_text t where t.account_id = ${account} and t.card_id = c.id and t.field = ${field}
     and (${match}))`;

const like = (text: string): Fragment => sq`t.content like ${`%${likeText(text)}%`} escape '\\'`;

const contains = (account: number, field: CardField, text: string): Fragment => hasText(account, field, like(text));

/** Each word, or phrase in quotes, in any order. */
function words(text: string): string[] {
  const parts = [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, word]) => double ?? single ?? word ?? "",
  );
  return parts.map(foldedText).filter((part) => part !== "");
}

function conditionOf(condition: ContactCardFilterCondition, account: number): Fragment {
  const parts: Fragment[] = [];
  const { inAddressBook, uid, hasMember, kind, createdBefore, createdAfter, updatedBefore, updatedAfter } = condition;
  if (inAddressBook !== undefined)
    parts.push(
      sq`c.id in (select b.card_id from contact_card_book b where b.account_id = ${account} and b.book_id = ${keyOf("d", inAddressBook)})`,
    );
  if (uid !== undefined) parts.push(sq`c.uid = ${uid}`);
  if (kind !== undefined) parts.push(sq`c.kind = ${kind}`);
  if (hasMember !== undefined) parts.push(contains(account, "member", `\n${hasMember}\n`));
  if (createdBefore !== undefined) parts.push(sq`c.created_at < ${Date.parse(createdBefore)}`);
  if (createdAfter !== undefined) parts.push(sq`c.created_at >= ${Date.parse(createdAfter)}`);
  if (updatedBefore !== undefined) parts.push(sq`c.updated_at < ${Date.parse(updatedBefore)}`);
  if (updatedAfter !== undefined) parts.push(sq`c.updated_at >= ${Date.parse(updatedAfter)}`);
  for (const [property, field] of Object.entries(fields)) {
    const text = condition[property as keyof ContactCardFilterCondition];
    if (text !== undefined) parts.push(...words(text).map((word) => contains(account, field, word)));
  }
  return and(parts);
}

/** The field and the one word or phrase that a condition is of, where it is of nothing else. */
function singleWord(filter: Filter<ContactCardFilterCondition>): { field: CardField; word: string } | undefined {
  const [[property, text] = ["", ""], ...others] = "operator" in filter ? [] : Object.entries(filter);
  const field = others.length === 0 ? fields[property as keyof ContactCardFilterCondition] : undefined;
  const [word, ...more] = field ? words(text as string) : [];
  return field && word !== undefined && more.length === 0 ? { field, word } : undefined;
}

/** What is looked for in one field is looked for together: a list asks for the contacts of all senders in sight. */
function anyOf(filters: readonly Filter<ContactCardFilterCondition>[], account: number): Fragment {
  const byField = new Map<CardField, Fragment[]>();
  const parts: Fragment[] = [];
  for (const filter of filters) {
    const single = singleWord(filter);
    if (!single) parts.push(sq`(${filterOf(filter, account)})`);
    else byField.set(single.field, [...(byField.get(single.field) ?? []), like(single.word)]);
  }
  for (const [field, matches] of byField) parts.push(hasText(account, field, join(matches, " or ")));
  return parts.length > 0 ? join(parts, " or ") : raw("1 = 0");
}

function filterOf(filter: Filter<ContactCardFilterCondition>, account: number): Fragment {
  if (!("operator" in filter)) return conditionOf(filter, account);
  const { operator, conditions } = filter;
  if (operator === "AND") return and(conditions.map((each) => sq`(${filterOf(each, account)})`));
  const any = anyOf(conditions, account);
  return operator === "OR" ? any : sq`not (${any})`;
}

function whereOf({ filter }: CardQuery, accountId: Id): Fragment {
  const account = accountKey(accountId);
  const own = sq`c.account_id = ${account}`;
  return filter === null ? own : sq`${own} and (${filterOf(filter, account)})`;
}

/** A match, with what it is sorted by. */
export interface CardPoint {
  id: Id;
  keys: readonly (string | number)[];
}

/** Of a card that is not here. @throws MethodError unsupportedSort */
export function keysInOrder(card: Partial<ContactCard>, sort: CardQuery["sort"]): CardPoint["keys"] {
  const { given, surname, surname2 } = keysOf(card);
  const { created = "", updated = "" } = card;
  const keys: Record<string, string | number> = {
    created: Date.parse(created) || 0,
    updated: Date.parse(updated) || 0,
    "name/given": given,
    "name/surname": surname,
    "name/surname2": surname2,
  };
  return (sort ?? []).map(({ property }) => {
    if (!Object.hasOwn(keys, property)) throw unsupported(property);
    return keys[property]!;
  });
}

const byOctets = (one: string, other: string): number =>
  one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Cards of several accounts, in the order that both engines have; equal ones as they come. */
export function comparePoints(sort: CardQuery["sort"]): (one: CardPoint, other: CardPoint) => number {
  const signs = (sort ?? []).map(({ isAscending = true }) => (isAscending ? 1 : -1));
  return (one, other) => {
    for (const [index, sign] of signs.entries()) {
      const [key, otherKey] = [one.keys[index]!, other.keys[index]!];
      const order = typeof key === "number" ? key - Number(otherKey) : byOctets(key, String(otherKey));
      if (order !== 0) return sign * order;
    }
    return 0;
  };
}

interface Window {
  position: number;
  limit: number | null;
}
const all: Window = { position: 0, limit: null };

/** The matches, in order. @throws MethodError unsupportedSort */
export async function sortedCards(
  reader: Reader,
  accountId: Id,
  query: CardQuery,
  { position, limit }: Window = all,
): Promise<CardPoint[]> {
  const order = orderOf(query.sort);
  const names = (query.sort ?? []).map((_, index) => `k${index}`);
  const keys = (query.sort ?? []).map(({ property }, index) => raw(`, ${columns[property]!} as ${names[index]!}`));
  const { sql, params } =
    sq`select c.id${join(keys, "")} from contact_card c where ${whereOf(query, accountId)} order by ${order}
    limit ${limit ?? ALL_ROWS} offset ${position}`;
  const rows = await reader.all<{ id: number } & Record<string, string | number>>(sql, ...params);
  return rows.map((row) => ({ id: idOf("c", row.id), keys: names.map((name) => row[name]!) }));
}

/** Ids of the matches, in order. @throws MethodError unsupportedSort */
export const queryCards = async (
  reader: Reader,
  accountId: Id,
  query: CardQuery,
  window: Window = all,
): Promise<Id[]> => (await sortedCards(reader, accountId, query, window)).map(({ id }) => id);

export async function countCards(reader: Reader, accountId: Id, query: CardQuery): Promise<number> {
  const { sql, params } = sq`select count(*) as n from contact_card c where ${whereOf(query, accountId)}`;
  return (await reader.get<{ n: number }>(sql, ...params))!.n;
}
