/** Calendars that letters bring twice are listed once: see migrations/0078-calendars-once.ts of SQLite. */
export const calendarsOnce = `
insert into file_backlog (account_id, email_id)
  select account_id, max(email_id) from file where kind = 'calendar' and name is null group by account_id
  on conflict (account_id) do update set email_id = greatest(file_backlog.email_id, excluded.email_id);
`;
