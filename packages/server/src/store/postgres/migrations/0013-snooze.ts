/** Letters that come back: store/migrations/0053-snooze.ts has the reasons. */
export const snooze = `
alter table email add column sort_at bigint;
create index email_returned on email (account_id, id) where sort_at is not null;

create table snooze (
  account_id bigint not null references account (id) on delete cascade,
  email_id bigint not null,
  wakes_at bigint not null,
  -- JSON of the keys of the mailboxes that it comes back to.
  mailboxes text collate "C" not null,
  primary key (email_id, account_id),
  foreign key (email_id, account_id) references email (id, account_id) on delete cascade
);
create index snooze_account on snooze (account_id);
create index snooze_due on snooze (wakes_at);
`;
