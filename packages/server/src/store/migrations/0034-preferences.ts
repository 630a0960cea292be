/** Who has read letter by letter until now goes on so; conversations are for mailboxes that begin with them. */
export const preferences = `
create table preferences (
  account_id integer primary key references account (id) on delete cascade,
  -- JSON of the values that are not the default.
  chosen text not null
);
insert into preferences (account_id, chosen) select id, '{"collapseThreads":false}' from account;
`;
