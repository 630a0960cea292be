/** Scripts on mail servers: see store/migrations/0069-manage-sieve.ts. */
export const manageSieve = `
create table manage_sieve (
  account_id bigint primary key references account (id) on delete cascade,
  host text collate "C",
  port bigint,
  for_server text collate "C" not null,
  extensions text collate "C" not null,
  looked_at bigint not null,
  failing_since bigint,
  busy_by text collate "C",
  busy_until bigint not null default 0
);

alter table sieve_script add column is_at_server bigint not null default 0;
alter table sieve_script add column handed_at bigint;
alter table sieve_script add column runs_beside bigint not null default 0;

alter table sorted_email add column is_derived bigint not null default 0;
`;
