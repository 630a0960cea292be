/**
 * The account in the rows that did not name it, so that one SQL names it for both engines
 * (docs/decisions/0064-account-in-every-key.md). SQLite is never divided among machines and keeps its keys, but for those
 * that `on conflict` names, which have the account last.
 */

const flagsOf = (row: string): string =>
  `${row}.is_seen + 2 * ${row}.is_flagged + 4 * ${row}.is_important + 8 * ${row}.is_draft + 16 * ${row}.has_attachment + 32 * ${row}.is_head`;
const takeOut = `update mailbox_span set emails = emails - 1
    where mailbox_id = old.mailbox_id and span = old.received_at >> 30 and flags = ${flagsOf("old")};`;
const countIn = `insert into mailbox_span (account_id, mailbox_id, span, flags, emails)
    values (new.account_id, new.mailbox_id, new.received_at >> 30, ${flagsOf("new")}, 1)
    on conflict do update set emails = emails + 1;`;

/** Tables that get the column, with the row that tells the account. */
const widened: readonly (readonly [table: string, parent: string, column: string])[] = [
  ["email_content", "email", "email_id"],
  ["email_mailbox", "mailbox", "mailbox_id"],
  ["mailbox_span", "mailbox", "mailbox_id"],
  ["server_search_hit", "server_search", "search_id"],
  ["submission_recipient", "email_submission", "submission_id"],
  ["vacation_due", "email", "email_id"],
];
const columns = widened.map(
  ([table, parent, column]) => `
alter table ${table} add column account_id integer not null default 0;
update ${table} set account_id = coalesce((select p.account_id from ${parent} p where p.id = ${table}.${column}), 0);
`,
);

export const accountInRows = `
drop trigger email_mailbox_counted;
drop trigger email_mailbox_recounted;
${columns.join("")}
-- All that is asked for by an Email is in the index.
drop index email_mailbox_email;
create index email_mailbox_email on email_mailbox (email_id, account_id);
create trigger email_mailbox_counted after insert on email_mailbox begin
  ${countIn}
  update email_mailbox set is_head = 0
    where mailbox_id = new.mailbox_id and (received_at, email_id) = (
      -- Apart, so that SQLite takes the index, which has all that is asked for here, and not the primary key.
      select o.received_at, o.email_id from email_mailbox o
      where o.mailbox_id = new.mailbox_id and o.thread_id = new.thread_id and o.is_head = 1
        and (o.received_at, o.email_id) < (new.received_at, new.email_id) limit 1);
  update email_mailbox set is_head = 1
    where mailbox_id = new.mailbox_id and received_at = new.received_at and email_id = new.email_id
      and not exists (select 1 from email_mailbox o
        where o.mailbox_id = new.mailbox_id and o.thread_id = new.thread_id and o.is_head = 1);
end;
create trigger email_mailbox_recounted after update on email_mailbox begin
  ${takeOut}
  ${countIn}
end;

create table email_category_new (
  account_id integer not null,
  email_id integer not null references email (id) on delete cascade,
  -- null: a correction says that this sender's letters have none.
  found text,
  -- CategoryReason as JSON; null: the keyword came with the letter.
  reason text,
  -- A person has chosen otherwise since.
  is_chosen integer not null,
  primary key (email_id, account_id)
) without rowid;
insert into email_category_new (account_id, email_id, found, reason, is_chosen)
  select e.account_id, c.email_id, c.found, c.reason, c.is_chosen from email_category c join email e on e.id = c.email_id
  order by c.email_id;
drop table email_category;
alter table email_category_new rename to email_category;

create table thread_mailbox_new (
  account_id integer not null,
  thread_id integer not null references thread (id) on delete cascade,
  mailbox_id integer not null references mailbox (id),
  total_emails integer not null,
  unread_emails integer not null,
  primary key (thread_id, mailbox_id, account_id)
) without rowid;
insert into thread_mailbox_new (account_id, thread_id, mailbox_id, total_emails, unread_emails)
  select t.account_id, c.thread_id, c.mailbox_id, c.total_emails, c.unread_emails
  from thread_mailbox c join thread t on t.id = c.thread_id order by c.thread_id, c.mailbox_id;
drop table thread_mailbox;
alter table thread_mailbox_new rename to thread_mailbox;
create index thread_mailbox_mailbox on thread_mailbox (mailbox_id, account_id);

create table imap_message_new (
  account_id integer not null,
  mailbox_id integer not null,
  uid integer not null,
  -- May be destroyed here already and still be there.
  email_id integer not null,
  keywords text not null,
  -- Message-ID, octets and arrival: by which a letter that was moved is known again; null without a Message-ID.
  mark text,
  primary key (mailbox_id, uid, account_id)
) without rowid;
insert into imap_message_new (account_id, mailbox_id, uid, email_id, keywords, mark)
  select f.account_id, m.mailbox_id, m.uid, m.email_id, m.keywords, m.mark
  from imap_message m join imap_folder f on f.mailbox_id = m.mailbox_id order by m.mailbox_id, m.uid;
drop table imap_message;
alter table imap_message_new rename to imap_message;
create index imap_message_email on imap_message (email_id, account_id);
create index imap_message_mark on imap_message (mark, account_id) where mark is not null;
create trigger imap_message_held after insert on imap_message begin
  update imap_folder set held = held + 1 where mailbox_id = new.mailbox_id;
end;
create trigger imap_message_released after delete on imap_message begin
  update imap_folder set held = held - 1 where mailbox_id = old.mailbox_id;
end;
`;
