/** What several processes have to agree on while people sign in. */
export const sharedSignIns = `
-- Failed sign-ins by limit and by the hash of an address, a name or a browser.
create table sign_in_attempt (
  rule text not null,
  key_hash text not null,
  failures integer not null,
  expires_at integer not null,
  primary key (rule, key_hash)
) without rowid;
create index sign_in_attempt_expiry on sign_in_attempt (expires_at);

-- Sign-ins at a provider, until the browser returns with its answer.
create table oauth_sign_in (
  state_hash text primary key,
  sealed text not null,
  expires_at integer not null
) without rowid;
create index oauth_sign_in_expiry on oauth_sign_in (expires_at);
`;
