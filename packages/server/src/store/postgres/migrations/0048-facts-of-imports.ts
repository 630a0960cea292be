/** Letters that clients brought are looked at once: see migrations/0087-facts-of-imports.ts of SQLite. */
export const factsOfImports = `
insert into fact_due (account_id, email_id)
  select distinct e.account_id, e.id from email e
    join email_mailbox m on m.email_id = e.id and m.account_id = e.account_id
    join mailbox b on b.id = m.mailbox_id and b.account_id = m.account_id
  where e.is_from_client = 1 and e.is_partial = 0 and (b.role is null or b.role not in ('drafts', 'sent', 'junk'))
  on conflict do nothing;
`;
