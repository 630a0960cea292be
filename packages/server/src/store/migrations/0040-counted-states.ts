/** What is watched is counted along an index (cluster/work-counts.ts). */
export const countedStates = `
create index imap_account_state on imap_account (state);
create index lease_process on lease (process_id) where process_id is not null;
`;
