/** Consistency rules between rows, each with a query, a text and a repair. */
import { DRAFT, FLAGGED, IMPORTANT, SEEN } from "@pismo/jmap";

export interface RowCheck {
  /** SQL that returns the number of violations as `n`. */
  count: string;
  /** "3 letters are …". */
  say(n: number): string;
  /** SQL statements that repair it. */
  repair?: readonly string[];
  /** Everything derived from messages has to be derived again. */
  needsRebuild?: boolean;
  /** All counts of mailboxes and threads have to be computed again. */
  needsRecount?: boolean;
}

const letters = (n: number): string => (n === 1 ? "1 letter" : `${n.toLocaleString("en-US")} letters`);
const countOf = (rows: string): string => `select count(*) as n from (${rows})`;

const hasKeyword = (keyword: string): string =>
  `exists (select 1 from email_keyword k where k.email_id = m.email_id and k.keyword = '${keyword}')`;
const flags = `is_seen = ${hasKeyword(SEEN)}, is_flagged = ${hasKeyword(FLAGGED)}, is_important = ${hasKeyword(IMPORTANT)}, is_draft = ${hasKeyword(DRAFT)}`;
const repeated = `e.received_at, e.thread_id, e.has_attachment`;
const wrongMemberships = `select m.mailbox_id, m.received_at, m.email_id from email_mailbox m join email e on e.id = m.email_id
  where (m.received_at, m.thread_id, m.has_attachment) <> (${repeated})
    or not (${flags.replaceAll(", is_", " and is_")})`;

const spanFlags = "is_seen + 2 * is_flagged + 4 * is_important + 8 * is_draft + 16 * has_attachment";
const spans = `select mailbox_id, received_at >> 30 as span, ${spanFlags} as flags, count(*) as emails
  from email_mailbox group by 1, 2, 3`;
const storedSpans = "select mailbox_id, span, flags, emails from mailbox_span where emails <> 0";

const logged = [
  ["Email", "select account_id, id from email"],
  ["Thread", "select account_id, id from thread"],
  ["Mailbox", "select account_id, id from mailbox"],
  ["Identity", "select account_id, id from identity"],
  ["EmailSubmission", "select account_id, id from email_submission where not is_hidden"],
] as const;
const objects = `select * from (${logged.map(([type, rows]) => `select '${type}' as type, account_id, id from (${rows})`).join(" union all ")})`;
const listed = "select type, account_id, object_id from change where object_id <> 0 and not is_destroyed";
const types = logged.map(([type]) => `'${type}'`).join(", ");

const blankHeaders = `{"messageId":null,"inReplyTo":null,"references":null,"sender":null,"from":null,"to":null,"cc":null,"bcc":null,"replyTo":null,"subject":null,"sentAt":null}`;
const blankStructure = `{"partId":null,"type":"multipart/mixed","charset":null,"name":null,"disposition":null,"cid":null,"language":null,"location":null,"encoding":"7bit","headerStart":0,"bodyStart":0,"bodyEnd":0,"size":0,"subParts":[]}`;

const unread = "not m.is_seen and not m.is_draft";
const inThreads = `select thread_id, mailbox_id, count(*) as emails, sum(${unread}) as unread from email_mailbox m group by 1, 2`;
const storedInThreads =
  "select thread_id, mailbox_id, total_emails, unread_emails from thread_mailbox where total_emails <> 0";

export const rowChecks: readonly RowCheck[] = [
  {
    count:
      countOf(`select id from mailbox b where total_emails <> (select count(*) from email_mailbox m where m.mailbox_id = b.id)
      or unread_emails <> (select count(*) from email_mailbox m where m.mailbox_id = b.id and ${unread})
      or total_threads <> (select count(distinct thread_id) from email_mailbox m where m.mailbox_id = b.id)`),
    say: (n) =>
      `${n} folder${n === 1 ? "" : "s"} whose counts are not those of the letters in ${n === 1 ? "it" : "them"}`,
    repair: [],
    needsRecount: true,
  },
  {
    count: countOf(
      `select * from (${inThreads}) except ${storedInThreads} union all select * from (${storedInThreads} except ${inThreads})`,
    ),
    say: () => "the counts of conversations do not agree with the letters",
    repair: [],
    needsRecount: true,
  },
  {
    count: countOf(
      "select id from thread t where total_emails <> (select count(*) from email e where e.thread_id = t.id)",
    ),
    say: (n) => `${n} conversation${n === 1 ? "" : "s"} whose number of letters is wrong`,
    repair: [],
    needsRecount: true,
  },
  {
    count: countOf("select id from email where id not in (select email_id from email_content)"),
    say: (n) => `${letters(n)} without what is made of the message: subject, sender, parts`,
    repair: [
      `insert into email_content (email_id, headers, structure, preview)
         select id, '${blankHeaders}', '${blankStructure}', '' from email where id not in (select email_id from email_content)`,
    ],
    needsRebuild: true,
  },
  {
    count: countOf("select email_id from email_content where not json_valid(headers) or not json_valid(structure)"),
    say: (n) => `${letters(n)} with a damaged subject, sender or list of parts`,
    repair: [
      // The index expression reads the damaged column.
      "drop index if exists email_content_message_id",
      `update email_content set headers = iif(json_valid(headers), headers, '${blankHeaders}'),
         structure = iif(json_valid(structure), structure, '${blankStructure}')
       where not json_valid(headers) or not json_valid(structure)`,
      "create index email_content_message_id on email_content (lower(json_extract(headers, '$.messageId[0]')))",
    ],
    needsRebuild: true,
  },
  {
    count: countOf("select id from email where not is_partial and id not in (select id from email_search_docsize)"),
    say: (n) => `${letters(n)} that a search does not find`,
    repair: [],
    needsRebuild: true,
  },
  {
    count: countOf("select id from email_search_docsize where id not in (select id from email)"),
    say: (n) => `the search index knows ${letters(n)} that ${n === 1 ? "is" : "are"} not there`,
    repair: [
      "delete from email_search where rowid in (select id from email_search_docsize where id not in (select id from email))",
    ],
  },
  {
    count: countOf(wrongMemberships),
    say: (n) => `${letters(n)} whose place in a folder says other marks than the letter has`,
    repair: [
      `create temp table wrong_membership as ${wrongMemberships}`,
      `create temp table right_membership as select w.mailbox_id, e.received_at, e.id as email_id, e.thread_id, e.has_attachment
         from wrong_membership w join email e on e.id = w.email_id group by w.mailbox_id, e.id`,
      "delete from email_mailbox where (mailbox_id, received_at, email_id) in (select * from wrong_membership)",
      `insert or replace into email_mailbox (mailbox_id, received_at, email_id, thread_id, is_seen, is_flagged, is_important, is_draft, has_attachment)
         select mailbox_id, received_at, email_id, thread_id, ${[SEEN, FLAGGED, IMPORTANT, DRAFT].map(hasKeyword).join(", ")}, has_attachment
         from right_membership m`,
      "drop table wrong_membership",
      "drop table right_membership",
    ],
    needsRecount: true,
  },
  {
    count: countOf("select id from thread where id not in (select thread_id from email)"),
    say: (n) => `${n} conversation${n === 1 ? "" : "s"} without a letter`,
    repair: ["delete from thread where id not in (select thread_id from email)"],
  },
  {
    count: countOf(
      `select * from (${spans}) except ${storedSpans} union all select * from (${storedSpans} except ${spans})`,
    ),
    say: () => "the counts by which a place in a list is found do not agree with the letters",
    repair: ["delete from mailbox_span", `insert into mailbox_span (mailbox_id, span, flags, emails) ${spans}`],
  },
  {
    count: `select (select count(*) from imap_folder f where held <> (select count(*) from imap_message m where m.mailbox_id = f.mailbox_id))
      + (select count(*) from imap_account a where emails <> (select count(*) from email e where e.account_id = a.account_id)
          or partial_emails <> (select count(*) from email e where e.account_id = a.account_id and e.is_partial)) as n`,
    say: () => "the progress of accounts at mail servers is counted wrong",
    repair: [
      "update imap_folder set held = (select count(*) from imap_message m where m.mailbox_id = imap_folder.mailbox_id)",
      `update imap_account set emails = (select count(*) from email e where e.account_id = imap_account.account_id),
         partial_emails = (select count(*) from email e where e.account_id = imap_account.account_id and e.is_partial)`,
    ],
  },
  {
    count: countOf(
      `select * from (${objects} except ${listed}) union all select * from (${listed} and type in (${types}) except ${objects})`,
    ),
    say: (n) =>
      `the change log disagrees with the mailbox in ${n} place${n === 1 ? "" : "s"}: clients would not hear of changes`,
    repair: [
      `insert into change (account_id, type, object_id, created_modseq, modseq, properties_modseq, is_destroyed)
         select o.account_id, o.type, o.id, a.modseq, a.modseq, a.modseq, 0 from (${objects} except ${listed}) o
           join account a on a.id = o.account_id where true
         on conflict do update set is_destroyed = 0`,
      `update change set is_destroyed = 1 where (type, account_id, object_id) in (${listed} and type in (${types}) except ${objects})`,
    ],
  },
  {
    count: countOf("select c.object_id from change c join account a on a.id = c.account_id where c.modseq > a.modseq"),
    say: () => "the change log is ahead of its account",
    repair: [
      "update account set modseq = max(modseq, (select coalesce(max(modseq), 0) from change c where c.account_id = account.id))",
    ],
  },
];
