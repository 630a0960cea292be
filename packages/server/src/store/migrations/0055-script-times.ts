/** Since when a script sorts: what a mail server received before is left where it is. Milliseconds. */
export const scriptTimes = `
alter table sieve_script add column active_since integer not null default 0;
`;
