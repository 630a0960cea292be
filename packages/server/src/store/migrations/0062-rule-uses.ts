/** By which rules letters were sorted, and how often each rule was used (docs/decisions/0077-rules-in-sieve.md). */
export const ruleUses = `
create table sorted_email (
  account_id integer not null references account (id) on delete cascade,
  email_id integer primary key references email (id) on delete cascade,
  -- JSON of the names of the rules.
  rules text not null
);
create index sorted_email_account on sorted_email (account_id);

create table rule_use (
  account_id integer not null references account (id) on delete cascade,
  rule text not null,
  times integer not null,
  last_at integer not null,
  primary key (account_id, rule)
) without rowid;
`;
