/** Servers whose folders are labels of one message (X-GM-EXT-1). */
export const labels = `
-- JSON of LabelFolders (imap-labels.ts); null: a letter lies in one folder, and in two there are two.
alter table imap_account add column labels text;

-- The server's own id of a letter, the same in all folders.
create table imap_letter (
  account_id integer not null references account (id) on delete cascade,
  server_id text not null,
  email_id integer not null,
  primary key (account_id, server_id)
) without rowid;
create index imap_letter_email on imap_letter (email_id);
create index imap_message_mark on imap_message (mark) where mark is not null;
`;
