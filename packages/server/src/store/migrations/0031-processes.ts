/** Servers that run, the accounts that they mirror, and the recipients that they send to. */
export const processes = `
create table process (
  -- Never reused: what a dead process had claimed is known by it.
  id integer primary key autoincrement,
  roles text not null,
  seen_at integer not null
);

create table lease (
  account_id integer primary key references account (id) on delete cascade,
  -- null: it was given back. One that is no row of process is dead.
  process_id integer,
  -- Grows with each holder.
  fence integer not null
);

-- The process that sends.
alter table submission_recipient add column claimed_by integer;
`;
