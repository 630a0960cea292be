/** The files of letters: see migrations/0043-files.ts of SQLite. */
const hidden = "('junk', 'trash')";
const isListed = (email: string): string =>
  `exists (select 1 from email_mailbox m join mailbox b on b.id = m.mailbox_id
    where m.email_id = ${email} and coalesce(b.role, '') not in ${hidden})`;

export const files = `
create table file (
  account_id bigint not null references account (id) on delete cascade,
  id bigint not null,
  email_id bigint not null references email (id) on delete cascade,
  part_id text collate "C" not null,
  name text collate "C",
  type text collate "C" not null,
  kind text collate "C" not null,
  is_image bigint not null,
  size bigint not null,
  received_at bigint not null,
  name_key text collate "C" not null,
  from_key text collate "C" not null,
  is_listed bigint not null,
  is_unread bigint not null,
  primary key (account_id, id)
);
create index file_email on file (email_id);
create index file_by_date on file (account_id, is_listed, is_image, received_at, id);
create index file_by_kind on file (account_id, is_listed, kind, received_at, id);
create index file_by_name on file (account_id, is_listed, is_image, name_key, id);
create index file_by_sender on file (account_id, is_listed, is_image, from_key, id);
create index file_by_type on file (account_id, is_listed, is_image, kind, id);
create index file_by_size on file (account_id, is_listed, is_image, size, id);
create index file_unread on file (account_id, id) where is_unread = 1;

create table file_search (
  account_id bigint not null references account (id) on delete cascade,
  file_id bigint not null,
  part bigint not null,
  terms tsvector not null,
  name text collate "C" not null,
  content text collate "C" not null,
  letter text collate "C" not null,
  primary key (account_id, file_id, part)
);
create index file_search_terms on file_search using gin (account_id, terms);

create table file_backlog (
  account_id bigint primary key references account (id) on delete cascade,
  email_id bigint not null
);
insert into file_backlog (account_id, email_id)
  select account_id, max(id) from email where has_attachment = 1 group by account_id;

create function file_listed() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    update file set is_listed = 1 where email_id = new.email_id and is_listed = 0 and ${isListed("new.email_id")};
  else
    update file set is_listed = 0 where email_id = old.email_id and is_listed = 1 and not ${isListed("old.email_id")};
  end if;
  return null;
end $$;
create trigger file_listed after insert on email_mailbox
  for each row when (new.has_attachment = 1) execute function file_listed();
create trigger file_unlisted after delete on email_mailbox
  for each row when (old.has_attachment = 1) execute function file_listed();

create function file_relisted() returns trigger language plpgsql as $$ begin
  update file set is_listed = (case when ${isListed("file.email_id")} then 1 else 0 end)
    where email_id in (select email_id from email_mailbox x where x.mailbox_id = new.id);
  return null;
end $$;
create trigger file_relisted after update of role on mailbox
  for each row when (coalesce(old.role, '') in ${hidden} or coalesce(new.role, '') in ${hidden})
  execute function file_relisted();
`;
