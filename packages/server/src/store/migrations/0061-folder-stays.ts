/**
 * Since when a letter has been in a folder that is emptied by itself, as far as it was seen there. `modseq` is the letter's
 * number in the change log at that time: one that has been changed since may have gone and come back, and begins again
 * (docs/decisions/0084-emptying-after-days.md).
 */
export const folderStays = `
create table folder_stay (
  account_id integer not null references account (id) on delete cascade,
  mailbox_id integer not null references mailbox (id) on delete cascade,
  email_id integer not null references email (id) on delete cascade,
  modseq integer not null,
  since integer not null,
  primary key (mailbox_id, email_id, account_id)
) without rowid;
create index folder_stay_email on folder_stay (email_id);
create index folder_stay_since on folder_stay (mailbox_id, since);
`;
