/**
 * Which Email of a thread is the newest in its mailbox, so that a list of threads is a list of rows with a flag: counted
 * by spans of time as other flags are (0018-mailbox-spans.ts), and no position is found by going through the threads.
 */

const flagsOf = (row: string): string =>
  `${row}.is_seen + 2 * ${row}.is_flagged + 4 * ${row}.is_important + 8 * ${row}.is_draft + 16 * ${row}.has_attachment + 32 * ${row}.is_head`;
const takeOut = `update mailbox_span set emails = emails - 1
    where mailbox_id = old.mailbox_id and span = old.received_at >> 30 and flags = ${flagsOf("old")};`;
const countIn = `insert into mailbox_span (mailbox_id, span, flags, emails)
    values (new.mailbox_id, new.received_at >> 30, ${flagsOf("new")}, 1) on conflict do update set emails = emails + 1;`;

/** The triggers of 0018 again: of several triggers of one event, SQLite leaves the order open. */
export const threadHeads = `
drop trigger email_mailbox_counted;
drop trigger email_mailbox_uncounted;
drop trigger email_mailbox_recounted;
alter table email_mailbox add column is_head integer not null default 0;
update email_mailbox set is_head = 1 where (mailbox_id, received_at, email_id) in (
  select mailbox_id, received_at, email_id from (
    select mailbox_id, received_at, email_id,
      row_number() over (partition by mailbox_id, thread_id order by received_at desc, email_id desc) as place
    from email_mailbox) where place = 1);
-- The primary key's columns follow: the newest of the others is found as fast.
create index email_mailbox_thread on email_mailbox (mailbox_id, thread_id, is_head);
delete from mailbox_span;
insert into mailbox_span (mailbox_id, span, flags, emails)
  select m.mailbox_id, m.received_at >> 30, ${flagsOf("m")}, count(*) from email_mailbox m group by 1, 2, 3;

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
create trigger email_mailbox_uncounted after delete on email_mailbox begin
  ${takeOut}
  update email_mailbox set is_head = 1
    where old.is_head = 1 and mailbox_id = old.mailbox_id and (received_at, email_id) = (
      select o.received_at, o.email_id from email_mailbox o
      where o.mailbox_id = old.mailbox_id and o.thread_id = old.thread_id and o.is_head = 0
      order by o.received_at desc, o.email_id desc limit 1);
end;
create trigger email_mailbox_recounted after update on email_mailbox begin
  ${takeOut}
  ${countIn}
end;
`;
