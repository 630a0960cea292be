/** OAuth grants of mirrored accounts, instead of a password. */
export const oauth = `
create table oauth_grant (
  account_id integer primary key references account (id) on delete cascade,
  -- Its id in the settings.
  provider text not null,
  -- Sealed with the key in the data directory (vault.ts).
  tokens text not null,
  -- When the person signed in.
  granted_at integer not null,
  -- When another access token is to be asked for; null: not known.
  renew_at integer,
  -- Why the provider takes it no longer.
  refusal text
);
`;
