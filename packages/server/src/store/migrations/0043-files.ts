/**
 * The files of letters, so that a list of them reads no letter. A file is listed while its letter lies in a mailbox that is
 * neither spam nor trash; triggers keep that, whatever moves the letter. Every order of the list has its index, so that
 * windows and totals cost the same at any number of files.
 */
const hidden = "('junk', 'trash')";
const isListed = (email: string): string =>
  `exists (select 1 from email_mailbox m join mailbox b on b.id = m.mailbox_id
    where m.email_id = ${email} and coalesce(b.role, '') not in ${hidden})`;

export const files = `
create table file (
  account_id integer not null references account (id) on delete cascade,
  -- The Email's key and the file's place in it (store/files/file-rows.ts).
  id integer not null,
  email_id integer not null references email (id) on delete cascade,
  part_id text not null,
  name text,
  type text not null,
  kind text not null,
  is_image integer not null,
  size integer not null,
  received_at integer not null,
  name_key text not null,
  from_key text not null,
  is_listed integer not null,
  -- Whether its text is still to be read.
  is_unread integer not null,
  primary key (account_id, id)
) without rowid;
create index file_email on file (email_id);
create index file_by_date on file (account_id, is_listed, is_image, received_at, id);
create index file_by_kind on file (account_id, is_listed, kind, received_at, id);
create index file_by_name on file (account_id, is_listed, is_image, name_key, id);
create index file_by_sender on file (account_id, is_listed, is_image, from_key, id);
create index file_by_type on file (account_id, is_listed, is_image, kind, id);
create index file_by_size on file (account_id, is_listed, is_image, size, id);
create index file_unread on file (account_id, id) where is_unread = 1;

create virtual table file_search using fts5 (
  name, content, letter, content = '', contentless_delete = 1, tokenize = 'ascii'
);

-- Accounts with Emails up to this key whose files are not in the table yet.
create table file_backlog (
  account_id integer primary key references account (id) on delete cascade,
  email_id integer not null
);
insert into file_backlog (account_id, email_id)
  select account_id, max(id) from email where has_attachment = 1 group by account_id;

create trigger file_listed after insert on email_mailbox when new.has_attachment = 1 begin
  update file set is_listed = 1 where email_id = new.email_id and is_listed = 0 and ${isListed("new.email_id")};
end;
create trigger file_unlisted after delete on email_mailbox when old.has_attachment = 1 begin
  update file set is_listed = 0 where email_id = old.email_id and is_listed = 1 and not ${isListed("old.email_id")};
end;
create trigger file_relisted after update of role on mailbox
  when coalesce(old.role, '') in ${hidden} or coalesce(new.role, '') in ${hidden} begin
  update file set is_listed = ${isListed("file.email_id")}
    where email_id in (select email_id from email_mailbox x where x.mailbox_id = new.id);
end;
`;
