/**
 * The memory that FTS5 fills before it writes a segment of the index. The default of 1 MB is less than a batch of
 * messages needs: words would be sorted, written and merged twice a batch instead of once.
 */
export const searchMemory = `
insert into email_search (email_search, rank) values ('hashsize', 4194304);
`;
