/** Partial Emails: the header is stored and the message is still on the mirrored server. */
export const partial = `
-- 1: blob_id is an id of its own kind ("R…") for bytes that are still to come, and structure, preview and search index
-- were made from the beginning of the message.
alter table email add column is_partial integer not null default 0;
create index email_partial on email (account_id, received_at) where is_partial;
`;
