/**
 * What the spam filter of an account has learned: how many letters of each kind have a word, by the word's hash
 * (docs/decisions/0093-a-spam-filter-of-ones-own.md).
 */
export const spamFilter = `
create table spam_filter (
  account_id integer primary key references account (id) on delete cascade,
  is_on integer not null,
  -- What was received earlier is not judged.
  since integer not null,
  spam integer not null,
  other integer not null
);

create table spam_word (
  account_id integer not null references account (id) on delete cascade,
  token integer not null,
  spam integer not null,
  other integer not null,
  learned_at integer not null,
  primary key (account_id, token)
) without rowid;

create table spam_lesson (
  account_id integer not null references account (id) on delete cascade,
  email_id integer not null references email (id) on delete cascade,
  -- As the person said.
  is_spam integer not null,
  -- As it was learned; -1: not yet.
  learned integer not null,
  primary key (email_id, account_id)
) without rowid;
create index spam_lesson_due on spam_lesson (account_id, email_id) where learned <> is_spam;
`;
