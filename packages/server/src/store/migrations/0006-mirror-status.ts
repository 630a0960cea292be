/** A mirror's status: its estimate, refused changes, and a person's request for a sync pass. */
export const mirrorStatus = `
alter table imap_account drop column refusal;
-- At the pace of the last minute; null: not known.
alter table imap_account add column seconds_left integer;
alter table imap_account add column look_asked_at integer not null default 0;

-- Changes that the server refused and that were taken back, until somebody has read of it.
create table imap_refusal (
  id integer primary key autoincrement,
  account_id integer not null references account (id) on delete cascade,
  at integer not null,
  -- letter | folder
  kind text not null,
  -- Subject or name, as it was then.
  name text,
  -- One of a closed list, ": ", and the server's own words.
  reason text not null
);
create index imap_refusal_account on imap_refusal (account_id);
`;
