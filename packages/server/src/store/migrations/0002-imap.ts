/** Accounts that mirror an IMAP server. Nothing here is derived from messages: it is the server's last known state. */
export const imap = `
create table imap_account (
  account_id integer primary key references account (id) on delete cascade,
  host text not null,
  port integer not null,
  -- tls | starttls | plain
  security text not null,
  username text not null,
  -- Sealed with the key in the data directory (vault.ts).
  password text not null,
  -- smtp://host:port or smtps://host:port; sent with the same name and password.
  smtp_url text,
  -- connecting | syncing | upToDate | offline | signIn
  state text not null,
  state_since integer not null,
  -- Why it is offline or wants a sign-in.
  problem text,
  -- The change that the server refused last, and that was taken back.
  refusal text
);

-- A mailbox and the server's folder. The row outlives the mailbox until the folder is gone from the server, too.
create table imap_folder (
  mailbox_id integer primary key,
  account_id integer not null references account (id) on delete cascade,
  -- As the server says it, decoded.
  path text not null,
  -- The mailbox's name and parent when both were last the same; what differs now was changed here.
  base_name text not null,
  base_parent_id integer,
  is_selectable integer not null,
  -- null: never opened.
  uid_validity text,
  -- Letters from this uid on are new.
  uid_next integer not null default 1,
  highest_modseq text,
  -- Letters below this uid are still to be fetched; 1: none.
  backfill_uid integer not null default 1,
  -- Letters that the server counted last, and how many of those are not ours to show (\\Deleted).
  total integer not null default 0,
  surplus integer not null default 0,
  -- JSON list of flags that the folder keeps; "\\*" for any.
  permanent_flags text not null default '["\\\\*"]',
  -- The server has it no longer; goes when its letters have been found elsewhere or given up.
  is_gone integer not null default 0
);
create unique index imap_folder_path on imap_folder (account_id, path);

-- Where on the server a letter lies, and with which keywords: what both sides agreed on last.
create table imap_message (
  mailbox_id integer not null,
  uid integer not null,
  -- May be destroyed here already and still be there.
  email_id integer not null,
  keywords text not null,
  -- Message-ID, octets and arrival: by which a letter that was moved is known again; null without a Message-ID.
  mark text,
  primary key (mailbox_id, uid)
) without rowid;
create index imap_message_email on imap_message (email_id);

-- Letters that are, or may be, on the server, but it is not known where.
create table imap_unplaced (
  id integer primary key autoincrement,
  account_id integer not null references account (id) on delete cascade,
  mailbox_id integer not null,
  email_id integer not null,
  keywords text not null,
  mark text,
  -- vanished: it lay in the mailbox; reset: the same, and all uids there are new; appending: we were putting it there
  reason text not null
);
create index imap_unplaced_account on imap_unplaced (account_id, reason);
create index imap_unplaced_mark on imap_unplaced (account_id, mark);
create index imap_unplaced_email on imap_unplaced (email_id);

-- Objects that may differ from the server because of a change made here. What is to be done is found by comparing.
create table outbound_job (
  account_id integer not null references account (id) on delete cascade,
  -- Email | Mailbox
  type text not null,
  object_id integer not null,
  attempts integer not null default 0,
  next_attempt_at integer not null default 0,
  problem text,
  primary key (account_id, type, object_id)
) without rowid;
create index outbound_job_due on outbound_job (account_id, next_attempt_at);
`;
