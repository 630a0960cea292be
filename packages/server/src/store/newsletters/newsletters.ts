/** Newsletter/get and Newsletter/query (an extension of ours, NEWSLETTERS). An account has some hundreds: they are sorted in memory. */
import {
  type Comparator,
  type Id,
  MethodError,
  type Newsletter,
  type NewsletterFilterCondition,
  newsletterSorts,
  utcDateOf,
} from "@pismo/jmap";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";
import { SPAN_MS } from "../migrations/0065-newsletters.ts";
import { fold } from "../search/fold.ts";

interface Row {
  id: number;
  list_id: string | null;
  name: string;
  name_key: string;
  address: string;
  has_unsubscribe: number;
  emails: number;
  opened: number;
  newest_at: number;
  first_at: number;
  recent: number;
}

/** Spans before the one that has just begun. */
const FULL_SPANS = 3;

const firstSpan = (now: number): number => Math.floor(now / SPAN_MS) - FULL_SPANS;

/** Of a list that is younger, over its own time, but at least one span. */
function perMonth({ recent, first_at }: Pick<Row, "recent" | "first_at">, now: number): number {
  const since = Math.max(firstSpan(now) * SPAN_MS, first_at);
  const months = Math.max(1, (now - since) / SPAN_MS);
  return Math.round((recent / months) * 10) / 10;
}

const columns = `n.id, n.list_id, n.name, n.name_key, n.address, n.has_unsubscribe, n.emails, n.opened, n.newest_at,
  coalesce((select min(e.received_at) from newsletter_email e
    where e.account_id = n.account_id and e.newsletter_id = n.id and e.is_listed = 1), 0) as first_at,
  coalesce((select sum(s.emails) from newsletter_span s
    where s.account_id = n.account_id and s.newsletter_id = n.id and s.span >= ?), 0) as recent`;

/** Of those ids that the account has letters of, in their order; null: of all. */
export async function getNewsletters(
  reader: Reader,
  accountId: Id,
  ids: readonly Id[] | null,
  now: number,
): Promise<Newsletter[]> {
  const keys = ids && keysOf("n", ids);
  const rows = await reader.all<Row & { email_id: number }>(
    `select ${columns}, (select e.email_id from newsletter_email e where e.account_id = n.account_id and e.newsletter_id = n.id
        and e.is_listed = 1 order by e.received_at desc, e.email_id desc limit 1) as email_id
     from newsletter n where n.account_id = ? and n.emails > 0 ${keys ? "and n.id in key_list(?)" : ""} order by n.id`,
    firstSpan(now),
    accountKey(accountId),
    ...(keys ? [JSON.stringify(keys)] : []),
  );
  const found = rows.map((row): Newsletter => ({
    id: idOf("n", row.id),
    listId: row.list_id,
    name: row.name,
    address: row.address,
    hasUnsubscribe: row.has_unsubscribe === 1,
    emailId: idOf("e", row.email_id),
    newestAt: utcDateOf(row.newest_at),
    totalEmails: row.emails,
    openedEmails: row.opened,
    emailsPerMonth: perMonth(row, now),
  }));
  if (!ids) return found;
  const byId = new Map(found.map((newsletter) => [newsletter.id, newsletter]));
  return keys!.flatMap((key) => byId.get(idOf("n", key)) ?? []);
}

type Sort = (typeof newsletterSorts)[number];

const valueOf: Readonly<Record<Sort, (row: Row, now: number) => number | string>> = {
  newestAt: (row) => row.newest_at,
  name: (row) => row.name_key,
  emailsPerMonth: perMonth,
  totalEmails: (row) => row.emails,
  openedEmails: (row) => row.opened,
};

/** @throws MethodError unsupportedSort */
function orderOf(sort: readonly Comparator[] | null | undefined): { property: Sort; isAscending: boolean } {
  const [{ property, isAscending = true, collation } = { property: "newestAt", isAscending: false }, ...others] =
    (sort ?? []) as Comparator[];
  const known = newsletterSorts.find((each) => each === property);
  if (!known || others.length > 0 || collation != null) {
    throw new MethodError("unsupportedSort", `Newsletters are sorted by one of ${newsletterSorts.join(", ")}`);
  }
  return { property: known, isAscending };
}

export interface RankedNewsletter {
  /** The same for the same list in any account. */
  key: number;
  /** What it is ordered by. */
  value: number | string;
}

/** All of a query. @throws MethodError unsupportedSort */
export async function findNewsletters(
  reader: Reader,
  accountId: Id,
  { text, emailId }: NewsletterFilterCondition,
  sort: readonly Comparator[] | null | undefined,
  now: number,
): Promise<RankedNewsletter[]> {
  const { property } = orderOf(sort);
  const ofEmail =
    "and n.id in (select e.newsletter_id from newsletter_email e where e.email_id = ? and e.account_id = n.account_id)";
  const rows = await reader.all<Row>(
    `select ${columns} from newsletter n where n.account_id = ? and n.emails > 0 ${emailId === undefined ? "" : ofEmail}`,
    firstSpan(now),
    accountKey(accountId),
    ...(emailId === undefined ? [] : [keyOf("e", emailId)]),
  );
  const words = fold(text ?? "")
    .split(/\s+/)
    .filter(Boolean);
  const matches = ({ name, address, list_id }: Row): boolean => {
    const searched = fold(`${name} ${address} ${list_id ?? ""}`);
    return words.every((word) => searched.includes(word));
  };
  const value = valueOf[property];
  return rows.filter(matches).map((row) => ({ key: row.id, value: value(row, now) }));
}

/** In the order of a sort, of one account or of several. */
export function inOrder<T extends RankedNewsletter>(
  found: readonly T[],
  sort: readonly Comparator[] | null | undefined,
): T[] {
  const { isAscending } = orderOf(sort);
  return found.toSorted((one, other) => {
    const order = one.value < other.value ? -1 : one.value > other.value ? 1 : one.key - other.key;
    return isAscending ? order : -order;
  });
}
