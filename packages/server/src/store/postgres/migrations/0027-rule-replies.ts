/** What rules send: see store/migrations/0067-rule-replies.ts. */
export const ruleReplies = `
create table rule_redirect (
  account_id bigint not null references account (id) on delete cascade,
  address text collate "C" not null,
  allowed_at bigint not null,
  primary key (account_id, address)
);

create table redirected_count (
  account_id bigint not null references account (id) on delete cascade,
  hour bigint not null,
  letters bigint not null,
  primary key (account_id, hour)
);

create table rule_reply (
  account_id bigint not null references account (id) on delete cascade,
  email_id bigint not null,
  position bigint not null,
  mail_from text collate "C",
  reply text collate "C" not null,
  primary key (email_id, account_id, position),
  foreign key (email_id, account_id) references email (id, account_id) on delete cascade
);
create index rule_reply_account on rule_reply (account_id);

create table rule_answered (
  account_id bigint not null references account (id) on delete cascade,
  handle text collate "C" not null,
  address text collate "C" not null,
  answered_at bigint not null,
  primary key (account_id, handle, address)
);
`;
