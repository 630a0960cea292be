/**
 * Mailing lists and bulk senders with their letters counted, so that the page of them reads no letter. Triggers keep the
 * counts of what `newsletter_email` says; `is_listed` and `is_opened` are written where a letter's mailboxes and keywords
 * are (store/newsletters/newsletter-emails.ts), but for a mailbox that gets another role. What is gone is subtracted by
 * updates alone: of an account that is being removed there is nothing left to count.
 */
/** 30 days: a count of a month that no time zone changes. */
export const SPAN_MS = 2_592_000_000;
const hidden = "('junk', 'trash', 'sent', 'drafts')";

export const takeOut = (old: string): string => `
  update newsletter_span set emails = emails - 1, opened = opened - ${old}.is_opened
    where account_id = ${old}.account_id and newsletter_id = ${old}.newsletter_id
      and span = ${old}.received_at / ${SPAN_MS} and ${old}.is_listed = 1;
  delete from newsletter_span where account_id = ${old}.account_id and newsletter_id = ${old}.newsletter_id
    and span = ${old}.received_at / ${SPAN_MS} and emails = 0;
  update newsletter set emails = emails - 1, opened = opened - ${old}.is_opened,
      newest_at = coalesce((select max(n.received_at) from newsletter_email n where n.account_id = ${old}.account_id
        and n.newsletter_id = ${old}.newsletter_id and n.is_listed = 1), 0)
    where account_id = ${old}.account_id and id = ${old}.newsletter_id and ${old}.is_listed = 1;`;

export const countIn = (row: string): string => `
  insert into newsletter_span (account_id, newsletter_id, span, emails, opened)
    select ${row}.account_id, ${row}.newsletter_id, ${row}.received_at / ${SPAN_MS}, 1, ${row}.is_opened where ${row}.is_listed = 1
    on conflict (account_id, newsletter_id, span) do update set
      emails = newsletter_span.emails + 1, opened = newsletter_span.opened + excluded.opened;
  update newsletter set emails = emails + 1, opened = opened + ${row}.is_opened,
      newest_at = (case when newest_at > ${row}.received_at then newest_at else ${row}.received_at end)
    where account_id = ${row}.account_id and id = ${row}.newsletter_id and ${row}.is_listed = 1;`;

export const removeEmpty = (old: string): string => `
  delete from newsletter where account_id = ${old}.account_id and id = ${old}.newsletter_id
    and not exists (select 1 from newsletter_email n
      where n.account_id = ${old}.account_id and n.newsletter_id = ${old}.newsletter_id);`;

export const relist = `
  update newsletter_email set is_listed = (case when exists (select 1 from email_mailbox m join mailbox b on b.id = m.mailbox_id
      where m.email_id = newsletter_email.email_id and coalesce(b.role, '') not in ${hidden}) then 1 else 0 end)
    where email_id in (select x.email_id from email_mailbox x where x.mailbox_id = new.id);`;
export const roleMatters = `coalesce(old.role, '') in ${hidden} or coalesce(new.role, '') in ${hidden}`;

export const isRecounted =
  "old.is_listed <> new.is_listed or old.is_opened <> new.is_opened or old.received_at <> new.received_at";

export const beginBacklog = `insert into newsletter_backlog (account_id, email_id)
  select account_id, max(id) from email group by account_id`;

export const newsletters = `
create table newsletter (
  account_id integer not null references account (id) on delete cascade,
  -- Made of list_key: store/newsletters/newsletter-emails.ts.
  id integer not null,
  list_key text not null,
  list_id text,
  name text not null,
  name_key text not null,
  address text not null,
  has_unsubscribe integer not null,
  -- When the letter came of which the name is.
  named_at integer not null,
  emails integer not null,
  opened integer not null,
  newest_at integer not null,
  primary key (account_id, id)
) without rowid;
create index newsletter_listed on newsletter (account_id, newest_at) where emails > 0;

create table newsletter_email (
  account_id integer not null references account (id) on delete cascade,
  email_id integer not null references email (id) on delete cascade,
  newsletter_id integer not null,
  received_at integer not null,
  is_listed integer not null,
  is_opened integer not null,
  primary key (email_id, account_id)
) without rowid;
create index newsletter_email_list on newsletter_email (account_id, newsletter_id, is_listed, received_at, email_id);

create table newsletter_span (
  account_id integer not null references account (id) on delete cascade,
  newsletter_id integer not null,
  span integer not null,
  emails integer not null,
  opened integer not null,
  primary key (account_id, newsletter_id, span)
) without rowid;

-- Accounts with Emails up to this key whose headers are still to be read.
create table newsletter_backlog (
  account_id integer primary key references account (id) on delete cascade,
  email_id integer not null
);
${beginBacklog};

create trigger newsletter_counted after insert on newsletter_email begin${countIn("new")}
end;
create trigger newsletter_uncounted after delete on newsletter_email begin${takeOut("old")}${removeEmpty("old")}
end;
create trigger newsletter_recounted after update of is_listed, is_opened, received_at on newsletter_email
  when ${isRecounted} begin${takeOut("old")}${countIn("new")}
end;
create trigger newsletter_relisted after update of role on mailbox when ${roleMatters} begin${relist}
end;
`;
