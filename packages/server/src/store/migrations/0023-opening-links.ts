/** Sessions by an opening link. Earlier ones may belong to another user of the machine, who could simply request one. */
export const openingLinks = `
create table opening_link (
  secret_hash text primary key,
  expires_at integer not null
) strict, without rowid;
-- 1: opened by such a link, so that it holds wherever its browser is; 0: by the person's own browser on this machine.
alter table browser_session add column is_by_link integer not null default 0;
delete from browser_session where account_id is null;
`;
