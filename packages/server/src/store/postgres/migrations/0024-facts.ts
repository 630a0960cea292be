/** What letters say, and by when something is to be done: store/migrations/0064-facts.ts has the reasons. */
export const facts = `
create table email_fact (
  account_id bigint not null references account (id) on delete cascade,
  email_id bigint not null,
  -- With which the letter was read; null: none.
  category text collate "C",
  -- 'verified', 'unchecked', 'refused': a check failed; 'own': the letter is one of ours.
  sender_check text collate "C" not null,
  -- Whether its message was read: not in spam.
  is_read bigint not null,
  -- Of its author.
  domain text collate "C" not null,
  -- JSON.
  facts text collate "C" not null,
  -- JSON, by "0/sum".
  corrections text collate "C" not null default '{}',
  primary key (email_id, account_id),
  foreign key (email_id, account_id) references email (id, account_id) on delete cascade
);
create index email_fact_account on email_fact (account_id);

-- The days in the facts of a letter. Those of a letter that is gone stay until the deadlines have been made again.
create table fact_date (
  account_id bigint not null references account (id) on delete cascade,
  email_id bigint not null,
  place bigint not null,
  -- Of the order, journey or document.
  group_key text collate "C" not null,
  kind text collate "C" not null,
  title text collate "C" not null,
  -- null: nothing is to come any more.
  due_at text collate "C",
  time_zone text collate "C",
  primary key (account_id, email_id, place)
);
create index fact_date_group on fact_date (account_id, group_key);

create table deadline (
  account_id bigint not null references account (id) on delete cascade,
  id bigint not null,
  group_key text collate "C" not null,
  -- Among those of the group.
  place bigint not null,
  kind text collate "C" not null,
  title text collate "C" not null,
  due_at text collate "C" not null,
  time_zone text collate "C",
  -- JSON: the keys of the letters of the group, the newest first.
  letters text collate "C" not null,
  state text collate "C" not null,
  later_until bigint,
  primary key (account_id, id)
);
create unique index deadline_group on deadline (account_id, group_key, place);
create index deadline_at on deadline (account_id, due_at, id);

-- Up to which change, and down from which letter of those that were there before, an account's letters have been read.
create table fact_progress (
  account_id bigint primary key references account (id) on delete cascade,
  modseq bigint not null,
  backlog bigint not null
);
insert into fact_progress (account_id, modseq, backlog)
  select a.id, a.modseq, coalesce((select max(e.id) from email e where e.account_id = a.id), 0) from account a;

-- Letters whose message has come from their server.
create table fact_due (
  account_id bigint not null references account (id) on delete cascade,
  email_id bigint not null,
  primary key (account_id, email_id),
  foreign key (email_id, account_id) references email (id, account_id) on delete cascade
);
create index fact_due_email on fact_due (email_id);
`;
