/** Address books and cards: RFC 9610. */
export const contacts = `
create table address_book (
  account_id integer not null references account (id) on delete cascade,
  id integer not null,
  name text not null,
  description text,
  sort_order integer not null,
  is_subscribed integer not null,
  -- One an account.
  is_default integer not null,
  primary key (account_id, id)
) without rowid;

create table contact_card (
  account_id integer not null references account (id) on delete cascade,
  id integer not null,
  uid text not null,
  kind text not null,
  -- JSContact (RFC 9553), as JSON.
  card text not null,
  created_at integer not null,
  updated_at integer not null,
  -- Folded, and never empty where the card says anything: what it is sorted by.
  given_key text not null,
  surname_key text not null,
  surname2_key text not null,
  primary key (account_id, id)
);
create unique index contact_card_uid on contact_card (account_id, uid);
create index contact_card_name on contact_card (account_id, given_key, surname_key, id);

create table contact_card_book (
  account_id integer not null references account (id) on delete cascade,
  book_id integer not null,
  card_id integer not null,
  primary key (account_id, book_id, card_id)
) without rowid;
create index contact_card_book_card on contact_card_book (account_id, card_id);

-- What is searched, folded: a row for each field that the card has, and "text" for all of them.
create table contact_card_text (
  account_id integer not null references account (id) on delete cascade,
  card_id integer not null,
  field text not null,
  content text not null,
  primary key (account_id, card_id, field)
) without rowid;
`;
