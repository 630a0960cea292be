/** Senders whose remote images are always shown. */
export const imageSenders = `
create table image_sender (
  account_id integer not null references account (id) on delete cascade,
  -- In lower case.
  address text not null,
  primary key (account_id, address)
) without rowid;
`;
