/** The first schema. Keys are integers, times milliseconds since 1970, flags 0 or 1, lists and trees JSON. */
export const initial = `
create table account (
  id integer primary key autoincrement,
  name text not null,
  email text not null unique,
  modseq integer not null default 0,
  -- States before this one are of a past that a restore has ended.
  first_modseq integer not null default 0,
  created_at integer not null
);

-- The collapsed change log: one row an object, whatever happened to it how often.
create table change (
  account_id integer not null references account (id) on delete cascade,
  type text not null,
  object_id integer not null,
  created_modseq integer not null,
  modseq integer not null,
  -- Of a mailbox: when something other than its counts changed (RFC 8621 §2.2).
  properties_modseq integer not null,
  is_destroyed integer not null,
  primary key (account_id, type, object_id)
) without rowid;
create index change_by_modseq on change (account_id, type, modseq, is_destroyed, created_modseq);

create table mailbox (
  id integer primary key autoincrement,
  account_id integer not null references account (id) on delete cascade,
  name text not null,
  parent_id integer references mailbox (id),
  role text,
  sort_order integer not null,
  is_subscribed integer not null,
  total_emails integer not null default 0,
  unread_emails integer not null default 0,
  total_threads integer not null default 0,
  unread_threads integer not null default 0
);
create unique index mailbox_sibling on mailbox (account_id, coalesce(parent_id, 0), name);
create unique index mailbox_role on mailbox (account_id, role) where role is not null;

create table thread (
  id integer primary key autoincrement,
  account_id integer not null references account (id) on delete cascade,
  total_emails integer not null default 0,
  -- Unread letters that lie in a mailbox other than the trash (RFC 8621 §2, unreadThreads).
  unread_outside_trash integer not null default 0
);

-- Hash of a message id and the base subject → the thread of the letters that carry it (RFC 8621 §3).
create table thread_link (
  account_id integer not null,
  link text not null,
  thread_id integer not null references thread (id) on delete cascade,
  primary key (account_id, link)
) without rowid;
create index thread_link_thread on thread_link (thread_id);

create table thread_mailbox (
  thread_id integer not null references thread (id) on delete cascade,
  mailbox_id integer not null references mailbox (id),
  total_emails integer not null,
  unread_emails integer not null,
  primary key (thread_id, mailbox_id)
) without rowid;
create index thread_mailbox_mailbox on thread_mailbox (mailbox_id);

-- What lists and filters look at, kept narrow; the rest is in email_content.
create table email (
  id integer primary key autoincrement,
  account_id integer not null references account (id) on delete cascade,
  thread_id integer not null references thread (id),
  blob_id text not null,
  size integer not null,
  received_at integer not null,
  sent_at integer,
  has_attachment integer not null,
  from_key text not null,
  to_key text not null,
  subject_key text not null
);
create index email_blob on email (blob_id, account_id);
create index email_thread on email (thread_id, received_at);
create index email_received on email (account_id, received_at, id);

create table email_content (
  email_id integer primary key references email (id) on delete cascade,
  headers text not null,
  structure text not null,
  preview text not null
);

-- Membership, clustered in the order of the list, with all that the usual filters ask for.
create table email_mailbox (
  mailbox_id integer not null references mailbox (id),
  received_at integer not null,
  email_id integer not null references email (id) on delete cascade,
  thread_id integer not null,
  is_seen integer not null,
  is_flagged integer not null,
  is_important integer not null,
  is_draft integer not null,
  has_attachment integer not null,
  primary key (mailbox_id, received_at, email_id)
) without rowid;
create index email_mailbox_email on email_mailbox (email_id);

create table email_keyword (
  account_id integer not null,
  keyword text not null,
  received_at integer not null,
  email_id integer not null references email (id) on delete cascade,
  primary key (account_id, keyword, received_at, email_id)
) without rowid;
create index email_keyword_email on email_keyword (email_id, keyword);

create virtual table email_search using fts5 (
  subject, "from", "to", cc, bcc, body, attachments,
  content = '', contentless_delete = 1, tokenize = 'ascii'
);

create table upload (
  account_id integer not null references account (id) on delete cascade,
  blob_id text not null,
  type text not null,
  size integer not null,
  expires_at integer not null,
  primary key (account_id, blob_id)
) without rowid;
create index upload_expiry on upload (expires_at);
create index upload_blob on upload (blob_id);

create table identity (
  id integer primary key autoincrement,
  account_id integer not null references account (id) on delete cascade,
  name text not null,
  email text not null,
  reply_to text,
  bcc text,
  text_signature text not null,
  html_signature text not null,
  may_delete integer not null
);
create index identity_account on identity (account_id);

create table email_submission (
  id integer primary key autoincrement,
  account_id integer not null references account (id) on delete cascade,
  identity_id integer not null,
  email_id integer not null,
  thread_id integer not null,
  -- Sent from the blob: the Email may be gone before its turn comes.
  blob_id text not null,
  envelope text not null,
  send_at integer not null,
  undo_status text not null,
  -- Destroyed by the client; it is sent all the same (RFC 8621 §7.5) and goes when it is done.
  is_hidden integer not null default 0,
  created_at integer not null
);
create index email_submission_account on email_submission (account_id, send_at, id);
create index email_submission_blob on email_submission (blob_id);

create table submission_recipient (
  submission_id integer not null references email_submission (id) on delete cascade,
  position integer not null,
  address text not null,
  parameters text,
  -- queued → sending → transmitting → yes | no | unknown; canceled
  state text not null,
  smtp_reply text not null,
  attempts integer not null,
  next_attempt_at integer not null,
  primary key (submission_id, position)
) without rowid;
create index submission_recipient_due on submission_recipient (state, next_attempt_at);

create table vacation_response (
  account_id integer primary key references account (id) on delete cascade,
  is_enabled integer not null,
  from_date integer,
  to_date integer,
  subject text,
  text_body text,
  html_body text,
  -- When it last became another answer: senders answered before may be answered again.
  changed_at integer not null
);
create table vacation_answered (
  account_id integer not null references account (id) on delete cascade,
  address text not null,
  answered_at integer not null,
  primary key (account_id, address)
) without rowid;

create table push_subscription (
  id integer primary key autoincrement,
  username text not null,
  device_client_id text not null,
  url text not null,
  keys text,
  types text,
  expires_at integer not null,
  verification_code text not null,
  is_verified integer not null
);

create table token (
  id integer primary key autoincrement,
  secret_hash text not null unique,
  name text not null,
  -- null: all local accounts.
  account_id integer references account (id) on delete cascade,
  created_at integer not null,
  last_used_at integer
);

create table browser_session (
  id integer primary key autoincrement,
  secret_hash text not null unique,
  created_at integer not null,
  expires_at integer not null
);

create table import_progress (
  account_id integer not null references account (id) on delete cascade,
  job text not null,
  position integer not null,
  primary key (account_id, job)
) without rowid;

create table setting (
  name text primary key,
  value text not null
) without rowid;
`;
