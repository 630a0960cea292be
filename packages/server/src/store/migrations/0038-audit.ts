/** Who signed in from where, what they changed, and what the administrator did. */
export const audit = `
create table audit_entry (
  id integer primary key autoincrement,
  at integer not null,
  event text not null,
  -- Whose account; goes with it, but for the entry that it was removed.
  account_id integer,
  -- As the account showed it then; null: nobody known.
  person text,
  -- person | administrator
  actor text not null,
  client_address text,
  -- The browser's family, such as Firefox.
  client text,
  detail text,
  -- How often it happened within the hour: repeated refusals are one entry.
  count integer not null default 1
) strict;
create index audit_entry_at on audit_entry (at);
create index audit_entry_account on audit_entry (account_id, at);
`;
