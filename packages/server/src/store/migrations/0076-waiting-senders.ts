/** Those who wait to be let in are read by their index alone; it also led through those on whom it was decided. */
export const waitingSenders = `
drop index screened_sender_waiting;
create index screened_sender_waiting on screened_sender (account_id, state, newest_at, id) where emails > 0;
`;
