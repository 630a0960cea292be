/**
 * What FTS5 gathers of a transaction before it writes a segment of the index. 1 MB is less than the letters of a batch have:
 * then a word is sorted, written and merged twice a batch instead of once.
 */
export const searchMemory = `
insert into email_search (email_search, rank) values ('hashsize', 4194304);
`;
