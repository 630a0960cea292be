/**
 * What the search for a mailing list looks through: its phrase, id and name. Phrases were not kept, so that the newest letters
 * name their lists once more; until their headers are read, the search reads them too (store/query/list-search.ts).
 */
export const listSearch = `
alter table newsletter add column search_key text;
update newsletter set search_key = '<' || list_id || '> ' || name_key, named_at = 0 where list_id is not null;
insert into newsletter_backlog (account_id, email_id)
  select account_id, max(id) from email
    where account_id in (select account_id from newsletter where list_id is not null) group by account_id
  on conflict (account_id) do update set email_id = excluded.email_id;
`;
