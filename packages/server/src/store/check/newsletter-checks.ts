/** Whether newsletters are counted right: store/migrations/0065-newsletters.ts. */
import { SPAN_MS } from "../migrations/0065-newsletters.ts";
import { isListed, isOpened } from "../newsletters/newsletter-emails.ts";
import type { RowCheck } from "./engine-checks.ts";

const isWrong = `is_listed <> ${isListed} or is_opened <> ${isOpened}`;

const spans = `select account_id, newsletter_id, received_at / ${SPAN_MS} as span, count(*) as emails, sum(is_opened) as opened
  from newsletter_email where is_listed = 1 group by 1, 2, 3`;
const storedSpans = "select account_id, newsletter_id, span, emails, opened from newsletter_span";

const totals = `select account_id, newsletter_id, sum(is_listed) as emails, sum(is_listed * is_opened) as opened,
    coalesce(max(case when is_listed = 1 then received_at end), 0) as newest_at
  from newsletter_email group by 1, 2`;
const storedTotals = "select account_id, id as newsletter_id, emails, opened, newest_at from newsletter";

const difference = (one: string, other: string): string =>
  `select count(*) as n from (select * from (${one} except ${other}) as missing union all select * from (${other} except ${one}) as excess) as found`;

const ofRow = "t.account_id = newsletter.account_id and t.newsletter_id = newsletter.id";

/** They are repaired in this order: the first repair changes what the others count. */
export const newsletterChecks: readonly RowCheck[] = [
  {
    count: `select count(*) as n from newsletter_email where ${isWrong}`,
    say: (n) => `${n === 1 ? "1 letter" : `${n.toLocaleString("en-US")} letters`} of newsletters with other marks`,
    repair: [`update newsletter_email set is_listed = ${isListed}, is_opened = ${isOpened} where ${isWrong}`],
  },
  {
    count: difference(spans, storedSpans),
    say: () => "the letters of newsletters in a month are counted wrong",
    repair: [
      "delete from newsletter_span",
      `insert into newsletter_span (account_id, newsletter_id, span, emails, opened) ${spans}`,
    ],
  },
  {
    count: difference(totals, storedTotals),
    say: () => "the letters of newsletters are counted wrong",
    repair: [
      `delete from newsletter where not exists (select 1 from newsletter_email n
         where n.account_id = newsletter.account_id and n.newsletter_id = newsletter.id)`,
      `update newsletter set emails = (select t.emails from (${totals}) t where ${ofRow}),
         opened = (select t.opened from (${totals}) t where ${ofRow}),
         newest_at = (select t.newest_at from (${totals}) t where ${ofRow})`,
    ],
  },
];
