/** Where the scripts of accounts at mail servers are managed (RFC 5804), and which lie there (docs/decisions/0090-manage-sieve.md). */
export const manageSieve = `
create table manage_sieve (
  account_id integer primary key references account (id) on delete cascade,
  -- null: nowhere that is known.
  host text,
  port integer,
  -- The settings of the mail server that it was looked for with.
  for_server text not null,
  -- JSON: what its scripts may require.
  extensions text not null,
  looked_at integer not null,
  -- Since when nothing answers there; null: it did the last time. Milliseconds.
  failing_since integer,
  -- The one that changes scripts there, and how long at most. Milliseconds.
  busy_by text,
  busy_until integer not null default 0
);

-- It lies on the mail server under its name, which runs it where it is active.
alter table sieve_script add column is_at_server integer not null default 0;
-- Since when the server is known to run it; null: it does not, or is not known to, and an active script sorts here till
-- then. Milliseconds.
alter table sieve_script add column handed_at integer;
-- The mail server runs it although another one is active.
alter table sieve_script add column runs_beside integer not null default 0;

-- The mail server has sorted it: derived, and not known.
alter table sorted_email add column is_derived integer not null default 0;
`;
