/** Emails that go from one account into another (EmailTransfer), until a day after the last of them is there. */
export const emailTransfers = `
create table email_transfer (
  id integer primary key autoincrement,
  account_id integer not null references account (id) on delete cascade,
  to_account_id integer not null references account (id) on delete cascade,
  keeps_originals integer not null,
  created_at integer not null
);
create index email_transfer_account on email_transfer (account_id);
create index email_transfer_to on email_transfer (to_account_id);

create table transferred_email (
  transfer_id integer not null references email_transfer (id) on delete cascade,
  email_id integer not null,
  -- JSON of keys: those that it comes out of, and those that it goes into.
  from_mailboxes text not null,
  to_mailboxes text not null,
  -- waiting | copied (the other account's server does not have it yet) | done | failed
  state text not null,
  -- In the other account.
  copy_id integer,
  -- With "failed": the type of the SetError.
  problem text,
  attempts integer not null,
  next_attempt_at integer not null,
  primary key (transfer_id, email_id)
) without rowid;
create index transferred_email_open on transferred_email (state, next_attempt_at) where state in ('waiting', 'copied');
`;
