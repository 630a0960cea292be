/** Known browsers: other people's guesses do not lock these out. */
export const knownBrowsers = `
create table known_browser (
  secret_hash text not null,
  -- What the login names of one person have in common.
  name text not null,
  account_id integer not null references account (id) on delete cascade,
  expires_at integer not null,
  primary key (secret_hash, name)
) strict, without rowid;
create index known_browser_name on known_browser (name, expires_at);
create index known_browser_account on known_browser (account_id);
`;
