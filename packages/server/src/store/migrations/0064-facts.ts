/**
 * What letters say, and by when something is to be done (docs/decisions/0087-deadlines.md). All of it but the
 * corrections and what a person made of a deadline is derived from the messages.
 */
export const facts = `
create table email_fact (
  account_id integer not null references account (id) on delete cascade,
  email_id integer not null references email (id) on delete cascade,
  -- With which the letter was read; null: none.
  category text,
  -- 'verified', 'unchecked', 'refused': a check failed; 'own': the letter is one of ours.
  sender_check text not null,
  -- Whether its message was read: not in spam.
  is_read integer not null,
  -- Of its author.
  domain text not null,
  -- JSON.
  facts text not null,
  -- JSON, by "0/sum".
  corrections text not null default '{}',
  primary key (email_id, account_id)
) without rowid;
create index email_fact_account on email_fact (account_id);

-- The days in the facts of a letter. Those of a letter that is gone stay until the deadlines have been made again.
create table fact_date (
  account_id integer not null references account (id) on delete cascade,
  email_id integer not null,
  place integer not null,
  -- Of the order, journey or document.
  group_key text not null,
  kind text not null,
  title text not null,
  -- null: nothing is to come any more.
  due_at text,
  time_zone text,
  primary key (account_id, email_id, place)
) without rowid;
create index fact_date_group on fact_date (account_id, group_key);

create table deadline (
  account_id integer not null references account (id) on delete cascade,
  id integer not null,
  group_key text not null,
  -- Among those of the group.
  place integer not null,
  kind text not null,
  title text not null,
  due_at text not null,
  time_zone text,
  -- JSON: the keys of the letters of the group, the newest first.
  letters text not null,
  state text not null,
  later_until integer,
  primary key (account_id, id)
) without rowid;
create unique index deadline_group on deadline (account_id, group_key, place);
create index deadline_at on deadline (account_id, due_at, id);

-- Up to which change, and down from which letter of those that were there before, an account's letters have been read.
create table fact_progress (
  account_id integer primary key references account (id) on delete cascade,
  modseq integer not null,
  backlog integer not null
);
insert into fact_progress (account_id, modseq, backlog)
  select a.id, a.modseq, coalesce((select max(e.id) from email e where e.account_id = a.id), 0) from account a;

-- Letters whose message has come from their server.
create table fact_due (
  account_id integer not null references account (id) on delete cascade,
  email_id integer not null references email (id) on delete cascade,
  primary key (account_id, email_id)
) without rowid;
create index fact_due_email on fact_due (email_id);
`;
