/** Scripts that sort mail: RFC 9661. Their blobs are uploads that do not expire. */
export const sieveScripts = `
create table sieve_script (
  account_id bigint not null references account (id) on delete cascade,
  id bigint not null,
  name text collate "C" not null,
  blob_id text collate "C" not null,
  -- Octets of the blob, as text: a letter that arrives waits for no other storage.
  content text collate "C" not null,
  -- One an account at most.
  is_active bigint not null,
  -- The last letter on which it failed, and why; null: none since it was changed.
  failed_at bigint,
  failure text collate "C",
  primary key (account_id, id)
);
create unique index sieve_script_name on sieve_script (account_id, name);
`;
