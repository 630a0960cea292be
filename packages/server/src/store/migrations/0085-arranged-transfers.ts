/** Letters that went between accounts stay in the conversations that the person has made of them. */
export const arrangedTransfers = `
-- The thread that the letter was in before any transfer, and whether it had been split off; null: begun before this was kept.
alter table transferred_email add column thread_id integer;
alter table transferred_email add column is_split integer not null default 0;
create index transferred_email_thread on transferred_email (transfer_id, thread_id) where copy_id is not null;
create index transferred_email_copy on transferred_email (copy_id) where copy_id is not null;
`;
