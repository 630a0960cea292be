/** What the spam filter of an account has learned: store/migrations/0071-spam-filter.ts has the reasons. */
export const spamFilter = `
create table spam_filter (
  account_id bigint primary key references account (id) on delete cascade,
  is_on bigint not null,
  since bigint not null,
  spam bigint not null,
  other bigint not null
);

create table spam_word (
  account_id bigint not null references account (id) on delete cascade,
  token bigint not null,
  spam bigint not null,
  other bigint not null,
  learned_at bigint not null,
  primary key (account_id, token)
);

create table spam_lesson (
  account_id bigint not null references account (id) on delete cascade,
  email_id bigint not null,
  is_spam bigint not null,
  learned bigint not null,
  primary key (email_id, account_id),
  foreign key (email_id, account_id) references email (id, account_id) on delete cascade
);
create index spam_lesson_due on spam_lesson (account_id, email_id) where learned <> is_spam;
`;
