/** Emails that go from one account into another, of which at least one lies at another JMAP server. */
export const foreignTransfers = `
create table foreign_transfer (
  id integer primary key autoincrement,
  account_id integer not null references account (id) on delete cascade,
  to_account_id integer not null references account (id) on delete cascade,
  keeps_originals integer not null,
  created_at integer not null
);
create index foreign_transfer_account on foreign_transfer (account_id);
create index foreign_transfer_to on foreign_transfer (to_account_id);

create table foreign_transfer_email (
  transfer_id integer not null references foreign_transfer (id) on delete cascade,
  -- Ids as the account's server gives them.
  email_id text not null,
  -- JSON of ids: those that it comes out of, and those that it goes into.
  from_mailboxes text not null,
  to_mailboxes text not null,
  -- waiting | placing (the other server may have it) | copied (the original is still to go) |
  -- leaving (it may be gone) | done | failed | withdrawn | recalled (taken back while it left)
  state text not null,
  -- In the other account.
  copy_id text,
  -- The other account had the message before.
  was_there integer not null,
  -- With "failed": the type of the SetError.
  problem text,
  attempts integer not null,
  next_attempt_at integer not null,
  primary key (transfer_id, email_id)
) without rowid;
create index foreign_transfer_email_open on foreign_transfer_email (next_attempt_at)
  where state in ('waiting', 'placing', 'copied', 'leaving', 'withdrawn', 'recalled');
`;
