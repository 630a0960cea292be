/** When an account's person was last here: of many accounts those that are in use have live connections. */
export const accountUse = `
alter table imap_account add column used_at integer not null default 0;
create index imap_account_used on imap_account (used_at);
`;
