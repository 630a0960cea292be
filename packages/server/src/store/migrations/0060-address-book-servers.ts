/** Address books of other servers (CardDAV), and what was last the same here and there. */
export const addressBookServers = `
create table carddav_server (
  account_id integer primary key references account (id) on delete cascade,
  address text not null,
  url text not null,
  username text not null,
  -- Sealed.
  password text not null,
  state text not null,
  -- JSON.
  problem text,
  synced_at integer,
  seen_modseq integer,
  revision integer not null,
  looked_at integer not null
);

create table carddav_collection (
  account_id integer not null references account (id) on delete cascade,
  book_id integer not null,
  url text not null,
  version text not null,
  is_read_only integer not null,
  sync_token text,
  ctag text,
  primary key (account_id, book_id)
) without rowid;

create table carddav_resource (
  account_id integer not null references account (id) on delete cascade,
  book_id integer not null,
  href text not null,
  card_id integer not null,
  etag text not null,
  -- The card as both sides had it.
  base text not null,
  primary key (account_id, book_id, href)
);
create index carddav_resource_card on carddav_resource (account_id, card_id);

-- Cards that may differ from what the server has.
create table carddav_change (
  account_id integer not null references account (id) on delete cascade,
  card_id integer not null,
  -- The words with which the server does not take it.
  refusal text,
  primary key (account_id, card_id)
) without rowid;
`;
