/** Consistency rules between rows, each with a query, a text and a repair, for both engines. */
import { DRAFT, FLAGGED, IMPORTANT, SEEN } from "@pismo/jmap";
import { blankHeaders, blankStructure } from "../mail/blank-content.ts";
import type { IndexSql, RowCheck } from "./engine-checks.ts";
import { factChecks } from "./fact-checks.ts";
import { newsletterChecks } from "./newsletter-checks.ts";
import { screeningChecks } from "./screening-checks.ts";

export const letters = (n: number): string => (n === 1 ? "1 letter" : `${n.toLocaleString("en-US")} letters`);
const countOf = (rows: string): string => `select count(*) as n from (${rows}) as found`;

/** Rows that one query has and the other has not. */
const difference = (one: string, other: string): string =>
  `select * from (${one} except ${other}) as missing union all select * from (${other} except ${one}) as excess`;

const hasKeyword = (keyword: string): string =>
  `(case when exists (select 1 from email_keyword k where k.email_id = m.email_id and k.keyword = '${keyword}') then 1 else 0 end)`;
const isFlagWrong = `is_seen <> ${hasKeyword(SEEN)} or is_flagged <> ${hasKeyword(FLAGGED)}
    or is_important <> ${hasKeyword(IMPORTANT)} or is_draft <> ${hasKeyword(DRAFT)}`;
/** By which a mailbox lists it. */
const sortAt = "coalesce(e.sort_at, e.received_at)";
const repeated = `${sortAt}, e.thread_id, e.has_attachment`;
const wrongMemberships = `select m.mailbox_id, m.received_at, m.email_id from email_mailbox m join email e on e.id = m.email_id
  where (m.received_at, m.thread_id, m.has_attachment) <> (${repeated})
    or ${isFlagWrong}`;

const spanFlags = "is_seen + 2 * is_flagged + 4 * is_important + 8 * is_draft + 16 * has_attachment + 32 * is_head";
const newestInThreads = `select mailbox_id, received_at, email_id from (
  select mailbox_id, received_at, email_id,
    row_number() over (partition by mailbox_id, thread_id order by received_at desc, email_id desc) as place
  from email_mailbox) placed where place = 1`;
const storedNewest = "select mailbox_id, received_at, email_id from email_mailbox where is_head = 1";
const spans = `select mailbox_id, received_at >> 30 as span, ${spanFlags} as flags, count(*) as emails
  from email_mailbox group by 1, 2, 3`;
const storedSpans = "select mailbox_id, span, flags, emails from mailbox_span where emails <> 0";

const logged = [
  ["Email", "email"],
  ["Thread", "thread"],
  ["Mailbox", "mailbox"],
  ["Identity", "identity"],
  ["EmailSubmission", "email_submission where is_hidden = 0"],
  ["Deadline", "deadline"],
] as const;
const objects = `select * from (${logged.map(([type, rows]) => `select '${type}' as type, account_id, id from ${rows}`).join(" union all ")}) as objects`;
const types = logged.map(([type]) => `'${type}'`).join(", ");
const listed = `select type, account_id, object_id from change where object_id <> 0 and is_destroyed = 0 and type in (${types})`;

const unread = "m.is_seen = 0 and m.is_draft = 0";
const inThreads = `select thread_id, mailbox_id, count(*) as emails, count(*) filter (where ${unread}) as unread
  from email_mailbox m group by 1, 2`;
const storedInThreads =
  "select thread_id, mailbox_id, total_emails, unread_emails from thread_mailbox where total_emails <> 0";
const trashOf = (table: string): string =>
  `coalesce((select b.id from mailbox b where b.account_id = ${table}.account_id and b.role = 'trash'), 0)`;

const keywords = `select k.email_id from email_keyword k join email e on e.id = k.email_id
  where k.account_id <> e.account_id or k.received_at <> e.received_at`;

const labelled = `select k.account_id, k.keyword, m.mailbox_id, count(*) as emails, count(*) filter (where ${unread}) as unread
  from email_keyword k join email_mailbox m on m.email_id = k.email_id
  where (k.account_id, k.keyword) in (select account_id, keyword from label union select account_id, keyword from label_count)
  group by 1, 2, 3`;
const storedLabelled = `select c.account_id, c.keyword, b.id as mailbox_id, sum(c.total_emails), sum(c.unread_emails)
  from label_count c join mailbox b on b.account_id = c.account_id and ',' || c.mailboxes || ',' like '%,' || b.id || ',%'
  group by 1, 2, 3`;

/** Whatever they say wrong, the repair counts all mailboxes and threads again. */
const counts: readonly RowCheck[] = [
  {
    count:
      countOf(`select id from mailbox b where total_emails <> (select count(*) from email_mailbox m where m.mailbox_id = b.id)
      or unread_emails <> (select count(*) from email_mailbox m where m.mailbox_id = b.id and ${unread})
      or total_threads <> (select count(distinct thread_id) from email_mailbox m where m.mailbox_id = b.id)`),
    say: (n) =>
      `${n} folder${n === 1 ? "" : "s"} whose counts are not those of the letters in ${n === 1 ? "it" : "them"}`,
    repair: [],
  },
  {
    count: countOf(difference(inThreads, storedInThreads)),
    say: () => "the counts of conversations do not agree with the letters",
    repair: [],
  },
  {
    count: countOf(
      "select id from thread t where total_emails <> (select count(*) from email e where e.thread_id = t.id)",
    ),
    say: (n) => `${n} conversation${n === 1 ? "" : "s"} whose number of letters is wrong`,
    repair: [],
  },
  {
    count: `select (select count(*) from thread t where unread_outside_trash <>
        (select count(distinct m.email_id) from email e join email_mailbox m on m.email_id = e.id
          where e.thread_id = t.id and ${unread} and m.mailbox_id <> ${trashOf("t")}))
      + (select count(*) from mailbox a where unread_threads <>
        (select count(*) from thread_mailbox s join thread t on t.id = s.thread_id where s.mailbox_id = a.id
          and case when a.id = ${trashOf("a")} then s.unread_emails > 0 else t.unread_outside_trash > 0 end)) as n`,
    say: () => "the counts of unread conversations do not agree with the letters",
    repair: [],
  },
  {
    count: countOf(difference(labelled, storedLabelled)),
    say: () => "the counts of labels do not agree with the letters",
    repair: [],
  },
];

const contents: RowCheck = {
  count: countOf("select id from email where id not in (select email_id from email_content)"),
  say: (n) => `${letters(n)} without what is made of the message: subject, sender, parts`,
  repair: [
    `insert into email_content (account_id, email_id, headers, structure, preview)
       select account_id, id, '${blankHeaders}', '${blankStructure}', '' from email where id not in (select email_id from email_content)`,
  ],
  needsRebuild: true,
};

const indexChecks = ({ indexed, stale, removeStale }: IndexSql): readonly RowCheck[] => [
  {
    count: countOf(`select id from email where is_partial = 0 and id not in (${indexed})`),
    say: (n) => `${letters(n)} that a search does not find`,
    repair: [],
    needsRebuild: true,
  },
  {
    count: countOf(stale),
    say: (n) => `the search index knows ${letters(n)} that ${n === 1 ? "is" : "are"} not there`,
    repair: [removeStale],
  },
];

const places: readonly RowCheck[] = [
  {
    count: countOf(wrongMemberships),
    say: (n) => `${letters(n)} whose place in a folder says other marks than the letter has`,
    repair: [
      `create temp table wrong_membership as ${wrongMemberships}`,
      `create temp table right_membership as select e.account_id, w.mailbox_id, ${sortAt} as received_at, e.id as email_id, e.thread_id, e.has_attachment
         from wrong_membership w join email e on e.id = w.email_id group by w.mailbox_id, e.id, e.account_id`,
      `delete from email_mailbox where (mailbox_id, received_at, email_id) in
         (select mailbox_id, received_at, email_id from wrong_membership)`,
      `delete from email_mailbox where (mailbox_id, received_at, email_id) in
         (select mailbox_id, received_at, email_id from right_membership)`,
      `insert into email_mailbox (account_id, mailbox_id, received_at, email_id, thread_id, is_seen, is_flagged, is_important, is_draft, has_attachment)
         select account_id, mailbox_id, received_at, email_id, thread_id, ${[SEEN, FLAGGED, IMPORTANT, DRAFT].map(hasKeyword).join(", ")}, has_attachment
         from right_membership m`,
      "drop table wrong_membership",
      "drop table right_membership",
    ],
  },
  {
    count: countOf(keywords),
    say: (n) =>
      `${n} keyword${n === 1 ? "" : "s"} by which ${n === 1 ? "its letter is" : "their letters are"} not found`,
    repair: [
      `create temp table wrong_keyword as select e.account_id, k.keyword, e.received_at, e.id as email_id
         from email_keyword k join email e on e.id = k.email_id
         where k.account_id <> e.account_id or k.received_at <> e.received_at`,
      `delete from email_keyword where exists (select 1 from email e where e.id = email_keyword.email_id
         and (e.account_id <> email_keyword.account_id or e.received_at <> email_keyword.received_at))`,
      `insert into email_keyword (account_id, keyword, received_at, email_id)
         select account_id, keyword, received_at, email_id from wrong_keyword where true on conflict do nothing`,
      "drop table wrong_keyword",
    ],
  },
  {
    count: countOf("select id from thread where joined_into is null and id not in (select thread_id from email)"),
    say: (n) => `${n} conversation${n === 1 ? "" : "s"} without a letter`,
    repair: ["delete from thread where joined_into is null and id not in (select thread_id from email)"],
  },
  {
    count: countOf(difference(newestInThreads, storedNewest)),
    say: () => "the lists of conversations do not have the newest letter of each",
    repair: [
      `update email_mailbox set is_head = 0 where is_head = 1 and (mailbox_id, received_at, email_id) not in (${newestInThreads})`,
      `update email_mailbox set is_head = 1 where is_head = 0 and (mailbox_id, received_at, email_id) in (${newestInThreads})`,
    ],
  },
  {
    count: countOf(difference(spans, storedSpans)),
    say: () => "the counts by which a place in a list is found do not agree with the letters",
    repair: [
      "delete from mailbox_span",
      `insert into mailbox_span (account_id, mailbox_id, span, flags, emails)
         select b.account_id, s.mailbox_id, s.span, s.flags, s.emails from (${spans}) s join mailbox b on b.id = s.mailbox_id`,
    ],
  },
];

const octetsOfAccount = (account: string): string =>
  `select coalesce(sum(size), 0) from email e where e.account_id = ${account}.id and e.is_partial = 0`;

const octets: RowCheck = {
  count: countOf(`select id from account a where octets <> (${octetsOfAccount("a")})`),
  say: (n) => `${n} mailbox${n === 1 ? "" : "es"} whose octets are counted wrong`,
  repair: [`update account set octets = (${octetsOfAccount("account")})`],
};

const mirrors: RowCheck = {
  count: `select (select count(*) from imap_folder f where held <> (select count(*) from imap_message m where m.mailbox_id = f.mailbox_id))
    + (select count(*) from imap_account a where emails <> (select count(*) from email e where e.account_id = a.account_id)
        or partial_emails <> (select count(*) from email e where e.account_id = a.account_id and e.is_partial = 1)) as n`,
  say: () => "the progress of accounts at mail servers is counted wrong",
  repair: [
    "update imap_folder set held = (select count(*) from imap_message m where m.mailbox_id = imap_folder.mailbox_id)",
    `update imap_account set emails = (select count(*) from email e where e.account_id = imap_account.account_id),
       partial_emails = (select count(*) from email e where e.account_id = imap_account.account_id and e.is_partial = 1)`,
  ],
};

const changeLog: readonly RowCheck[] = [
  {
    count: countOf(difference(objects, listed)),
    say: (n) =>
      `the change log disagrees with the mailbox in ${n} place${n === 1 ? "" : "s"}: clients would not hear of changes`,
    repair: [
      `insert into change (account_id, type, object_id, created_modseq, modseq, properties_modseq, is_destroyed)
         select o.account_id, o.type, o.id, a.modseq, a.modseq, a.modseq, 0 from (${objects} except ${listed}) o
           join account a on a.id = o.account_id where true
         on conflict (account_id, type, object_id) do update set is_destroyed = 0`,
      `update change set is_destroyed = 1 where (type, account_id, object_id) in (${listed} except ${objects})`,
    ],
  },
  {
    count: countOf("select c.object_id from change c join account a on a.id = c.account_id where c.modseq > a.modseq"),
    say: () => "the change log is ahead of its account",
    repair: [
      "update account set modseq = greatest(modseq, (select coalesce(max(modseq), 0) from change c where c.account_id = account.id))",
    ],
  },
];

/** In the order in which they are repaired. @param own those of the engine */
export const rowChecks = (index: IndexSql, own: readonly RowCheck[]): readonly RowCheck[] => [
  ...counts,
  contents,
  ...own,
  ...indexChecks(index),
  ...places,
  ...newsletterChecks,
  ...screeningChecks,
  ...factChecks,
  octets,
  mirrors,
  ...changeLog,
];
