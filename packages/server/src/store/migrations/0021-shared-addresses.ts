/** Login names of two people of one mail server may yield the same address; `account.email` belongs to one account. */
export const sharedAddresses = `
-- What the account shows where its address is the email of another account; its own email is then no address.
alter table account add column shared_address text;
create index account_shared_address on account (shared_address) where shared_address is not null;
create index imap_account_username on imap_account (username);
`;
