/** People of a server for several: disabled ones, when each was seen last, and blobs that go with a person at once. */
export const people = `
-- 1: nobody gets in, its mirror rests, and nothing is sent.
alter table account add column is_disabled integer not null default 0;
-- When its person last used a browser or a token, to the hour.
alter table account add column seen_at integer;
update account set seen_at = (
  select max(used_at) from browser_session s where s.account_id = account.id and s.used_at > 0
);

-- Blobs of removed accounts: they do not wait for the days that others stay.
create table erased_blob (
  blob_id text primary key,
  -- What was put again later belongs to somebody else.
  noted_at integer not null
) strict, without rowid;
`;
