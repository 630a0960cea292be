/** Address books and cards: RFC 9610. */
export const contacts = `
create table address_book (
  account_id bigint not null references account (id) on delete cascade,
  id bigint not null,
  name text collate "C" not null,
  description text collate "C",
  sort_order bigint not null,
  is_subscribed bigint not null,
  -- One an account.
  is_default bigint not null,
  primary key (account_id, id)
);

create table contact_card (
  account_id bigint not null references account (id) on delete cascade,
  id bigint not null,
  uid text collate "C" not null,
  kind text collate "C" not null,
  -- JSContact (RFC 9553), as JSON.
  card text collate "C" not null,
  created_at bigint not null,
  updated_at bigint not null,
  -- Folded, and never empty where the card says anything: what it is sorted by.
  given_key text collate "C" not null,
  surname_key text collate "C" not null,
  surname2_key text collate "C" not null,
  primary key (account_id, id)
);
create unique index contact_card_uid on contact_card (account_id, uid);
create index contact_card_name on contact_card (account_id, given_key, surname_key, id);

create table contact_card_book (
  account_id bigint not null references account (id) on delete cascade,
  book_id bigint not null,
  card_id bigint not null,
  primary key (account_id, book_id, card_id)
);
create index contact_card_book_card on contact_card_book (account_id, card_id);

-- What is searched, folded: a row for each field that the card has, and "text" for all of them.
create table contact_card_text (
  account_id bigint not null references account (id) on delete cascade,
  card_id bigint not null,
  field text collate "C" not null,
  content text collate "C" not null,
  primary key (account_id, card_id, field)
);
`;
