/** Address books of other servers (CardDAV), and what was last the same here and there. */
export const addressBookServers = `
create table carddav_server (
  account_id bigint primary key references account (id) on delete cascade,
  address text collate "C" not null,
  url text collate "C" not null,
  username text collate "C" not null,
  -- Sealed.
  password text collate "C" not null,
  state text collate "C" not null,
  -- JSON.
  problem text collate "C",
  synced_at bigint,
  seen_modseq bigint,
  revision bigint not null,
  looked_at bigint not null
);

create table carddav_collection (
  account_id bigint not null references account (id) on delete cascade,
  book_id bigint not null,
  url text collate "C" not null,
  version text collate "C" not null,
  is_read_only bigint not null,
  sync_token text collate "C",
  ctag text collate "C",
  primary key (account_id, book_id)
);

create table carddav_resource (
  account_id bigint not null references account (id) on delete cascade,
  book_id bigint not null,
  href text collate "C" not null,
  card_id bigint not null,
  etag text collate "C" not null,
  -- The card as both sides had it.
  base text collate "C" not null,
  primary key (account_id, book_id, href)
);
create index carddav_resource_card on carddav_resource (account_id, card_id);

-- Cards that may differ from what the server has.
create table carddav_change (
  account_id bigint not null references account (id) on delete cascade,
  card_id bigint not null,
  -- The words with which the server does not take it.
  refusal text collate "C",
  primary key (account_id, card_id)
);
`;
