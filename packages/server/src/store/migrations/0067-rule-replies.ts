/** What rules send: to whom letters may be sent on, what waits to go out, and who was answered (docs/decisions/0077-rules-in-sieve.md). */
export const ruleReplies = `
-- Addresses that the person has allowed, with their password where there is one.
create table rule_redirect (
  account_id integer not null references account (id) on delete cascade,
  address text not null,
  allowed_at integer not null,
  primary key (account_id, address)
) without rowid;

-- Letters that were sent on, by hours.
create table redirected_count (
  account_id integer not null references account (id) on delete cascade,
  hour integer not null,
  letters integer not null,
  primary key (account_id, hour)
) without rowid;

create table rule_reply (
  account_id integer not null references account (id) on delete cascade,
  email_id integer not null references email (id) on delete cascade,
  position integer not null,
  -- Envelope sender; null: its header tells.
  mail_from text,
  -- JSON
  reply text not null,
  primary key (email_id, position)
) without rowid;
create index rule_reply_account on rule_reply (account_id);

create table rule_answered (
  account_id integer not null references account (id) on delete cascade,
  handle text not null,
  address text not null,
  answered_at integer not null,
  primary key (account_id, handle, address)
) without rowid;
`;
