/** Folders that are emptied by themselves: store/migrations/0061-folder-stays.ts has the reasons. */
export const folderStays = `
create table folder_stay (
  account_id bigint not null references account (id) on delete cascade,
  mailbox_id bigint not null,
  email_id bigint not null,
  modseq bigint not null,
  since bigint not null,
  primary key (mailbox_id, email_id, account_id),
  foreign key (mailbox_id, account_id) references mailbox (id, account_id) on delete cascade,
  foreign key (email_id, account_id) references email (id, account_id) on delete cascade
);
create index folder_stay_email on folder_stay (email_id, account_id);
create index folder_stay_since on folder_stay (mailbox_id, since);
`;
