/** Names and colours of keywords, how many letters have them, and searches that are kept. */
export const namedLabels = `
create table label (
  account_id integer not null references account (id) on delete cascade,
  id integer not null,
  keyword text not null,
  name text not null,
  color text not null,
  parent_id integer,
  primary key (account_id, id)
) without rowid;
create unique index label_keyword on label (account_id, keyword);

-- Of every keyword that may be a label: one that gets a name has been counted already.
create table label_count (
  account_id integer not null references account (id) on delete cascade,
  keyword text not null,
  -- The mailboxes that the letters are in: their keys in ascending order, with commas.
  mailboxes text not null,
  total_emails integer not null,
  unread_emails integer not null,
  primary key (account_id, keyword, mailboxes)
) without rowid;
insert into label_count (account_id, keyword, mailboxes, total_emails, unread_emails)
  select account_id, keyword, mailboxes, count(*), sum(unread) from (
    select k.account_id, k.keyword,
      (select group_concat(mailbox_id) from (
        select m.mailbox_id from email_mailbox m where m.email_id = k.email_id order by m.mailbox_id)) as mailboxes,
      not exists (select 1 from email_keyword s where s.email_id = k.email_id and s.keyword in ('$seen', '$draft')) as unread
    from email_keyword k
    where (k.keyword glob '$label[1-5]' or (k.keyword glob '[a-z0-9]*' and k.keyword not glob '*[^a-z0-9_.-]*' and length(k.keyword) <= 64))
      and k.keyword not glob 'category-*' and k.keyword not in ('forwarded', 'junk', 'nonjunk', 'notjunk', 'mdnsent'))
  where mailboxes is not null group by 1, 2, 3;

create table saved_search (
  account_id integer not null references account (id) on delete cascade,
  id integer not null,
  name text not null,
  search text not null,
  -- null: all mail.
  mailbox_id integer,
  primary key (account_id, id)
) without rowid;
`;
