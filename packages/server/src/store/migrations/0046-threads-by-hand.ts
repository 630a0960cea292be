/** Conversations that the person has changed: letters split off, conversations joined. */
export const threadsByHand = `
-- The threadId that other clients know (RFC 8621 §4.1.1: it never changes); null: the thread is as it was made.
alter table email add column first_thread_id integer;
create index email_first_thread on email (first_thread_id) where first_thread_id is not null;
-- Split off: an answer belongs to the nearest letter that it names, not to the oldest thread.
alter table thread add column is_by_hand integer not null default 0;
-- All its letters were put there: what names one of them goes there too.
alter table thread add column joined_into integer;
create index thread_joined on thread (joined_into) where joined_into is not null;
`;
