/** An account's quotas on a mail server (RFC 9208), for RFC 9425. */
export const quotas = `
create table quota (
  id integer primary key autoincrement,
  account_id integer not null references account (id) on delete cascade,
  -- The name of the quota root; it may be empty.
  root text not null,
  -- count | octets
  resource_type text not null,
  used integer not null,
  hard_limit integer not null,
  unique (account_id, root, resource_type)
);
`;
