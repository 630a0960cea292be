/** In front of a JMAP engine: whose account a login there is, and what a browser's session signs in with. */
export const upstreamLogins = `
create table upstream_login (
  account_id integer primary key references account (id) on delete cascade,
  -- Of the engine, such as https://jmap.example.org.
  origin text not null,
  -- As the engine names the person.
  username text not null
) strict;
create unique index upstream_login_name on upstream_login (origin, username);
alter table browser_session add column credential text;
`;
