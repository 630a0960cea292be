/**
 * Letters that come back. `received_at` of a letter never changes; `sort_at` is the moment at which it came back, and
 * `received_at` of its rows in `email_mailbox` is the one of both by which a mailbox is listed
 * (docs/decisions/0078-letters-that-come-back.md).
 */
export const snooze = `
alter table email add column sort_at integer;
create index email_returned on email (account_id, id) where sort_at is not null;

create table snooze (
  account_id integer not null references account (id) on delete cascade,
  email_id integer primary key references email (id) on delete cascade,
  wakes_at integer not null,
  -- JSON of the keys of the mailboxes that it comes back to.
  mailboxes text not null
);
create index snooze_account on snooze (account_id);
create index snooze_due on snooze (wakes_at);
`;
