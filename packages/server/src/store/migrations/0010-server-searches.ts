/** Searches on an account's server, because partial Emails have no local text, and their results. */
export const serverSearches = `
create table server_search (
  id integer primary key autoincrement,
  account_id integer not null references account (id) on delete cascade,
  -- text | body
  field text not null,
  -- As somebody typed them.
  words text not null,
  -- asking | asked | failed
  state text not null,
  asked_at integer not null
);
create unique index server_search_words on server_search (account_id, field, words);

create table server_search_hit (
  search_id integer not null references server_search (id) on delete cascade,
  email_id integer not null references email (id) on delete cascade,
  primary key (search_id, email_id)
) without rowid;
create index server_search_hit_email on server_search_hit (email_id);
`;
