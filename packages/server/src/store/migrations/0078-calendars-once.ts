/** Calendars that letters bring twice are listed once: files of Emails are compared with what is listed (store/files/backlog.ts). */
export const calendarsOnce = `
insert into file_backlog (account_id, email_id)
  select account_id, max(email_id) from file where kind = 'calendar' and name is null group by account_id
  on conflict (account_id) do update set email_id = max(file_backlog.email_id, excluded.email_id);
`;
