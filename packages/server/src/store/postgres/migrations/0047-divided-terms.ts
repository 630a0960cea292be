/** What has several rows of terms (postgres/search.ts): several words of it may be in different ones. */
export const dividedTerms = `
create index email_search_divided on email_search (account_id, email_id) where part = 1;
create index file_search_divided on file_search (account_id, file_id) where part = 1;
`;
