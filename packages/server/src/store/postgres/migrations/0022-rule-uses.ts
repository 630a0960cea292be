/** By which rules letters were sorted, and how often each was used: see store/migrations/0062-rule-uses.ts. */
export const ruleUses = `
create table sorted_email (
  account_id bigint not null references account (id) on delete cascade,
  email_id bigint not null,
  -- JSON of the names of the rules.
  rules text collate "C" not null,
  primary key (email_id, account_id),
  foreign key (email_id, account_id) references email (id, account_id) on delete cascade
);
create index sorted_email_account on sorted_email (account_id);

create table rule_use (
  account_id bigint not null references account (id) on delete cascade,
  rule text collate "C" not null,
  times bigint not null,
  last_at bigint not null,
  primary key (account_id, rule)
);
`;
