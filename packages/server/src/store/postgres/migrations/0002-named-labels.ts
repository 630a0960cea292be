/** Names and colours of keywords, how many letters have them, and searches that are kept. */
export const namedLabels = `
create table label (
  account_id bigint not null references account (id) on delete cascade,
  id bigint not null,
  keyword text collate "C" not null,
  name text collate "C" not null,
  color text collate "C" not null,
  parent_id bigint,
  primary key (account_id, id)
);
create unique index label_keyword on label (account_id, keyword);

-- Of every keyword that may be a label: one that gets a name has been counted already.
create table label_count (
  account_id bigint not null references account (id) on delete cascade,
  keyword text collate "C" not null,
  -- The mailboxes that the letters are in: their keys in ascending order, with commas.
  mailboxes text collate "C" not null,
  total_emails bigint not null,
  unread_emails bigint not null,
  primary key (account_id, keyword, mailboxes)
);
insert into label_count (account_id, keyword, mailboxes, total_emails, unread_emails)
  select account_id, keyword, mailboxes, count(*), sum(unread) from (
    select k.account_id, k.keyword,
      (select string_agg(m.mailbox_id::text, ',' order by m.mailbox_id) from email_mailbox m where m.email_id = k.email_id) as mailboxes,
      case when exists (select 1 from email_keyword s where s.email_id = k.email_id and s.keyword in ('$seen', '$draft'))
        then 0 else 1 end as unread
    from email_keyword k
    where k.keyword ~ '^([$]label[1-5]|[a-z0-9][a-z0-9_.-]{0,63})$'
      and k.keyword not like 'category-%' and k.keyword not in ('forwarded', 'junk', 'nonjunk', 'notjunk', 'mdnsent')) as labelled
  where mailboxes is not null group by 1, 2, 3;

create table saved_search (
  account_id bigint not null references account (id) on delete cascade,
  id bigint not null,
  name text collate "C" not null,
  search text collate "C" not null,
  -- null: all mail.
  mailbox_id bigint,
  primary key (account_id, id)
);
`;
