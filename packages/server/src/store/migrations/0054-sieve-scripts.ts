/** Scripts that sort mail: RFC 9661. Their blobs are uploads that do not expire. */
export const sieveScripts = `
create table sieve_script (
  account_id integer not null references account (id) on delete cascade,
  id integer not null,
  name text not null,
  blob_id text not null,
  -- Octets of the blob, as text: a letter that arrives waits for no other storage.
  content text not null,
  -- One an account at most.
  is_active integer not null,
  -- The last letter on which it failed, and why; null: none since it was changed.
  failed_at integer,
  failure text,
  primary key (account_id, id)
);
create unique index sieve_script_name on sieve_script (account_id, name);
`;
