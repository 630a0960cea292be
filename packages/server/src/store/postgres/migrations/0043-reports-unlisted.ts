/** Parts of reports are listed no more: see migrations/0083-reports-unlisted.ts of SQLite. */
export const reportsUnlisted = `
insert into file_backlog (account_id, email_id)
  select account_id, max(email_id) from file where type in (
    'message/delivery-status', 'message/global-delivery-status', 'message/disposition-notification',
    'message/global-disposition-notification', 'message/feedback-report', 'message/global-headers', 'text/rfc822-headers')
  group by account_id
  on conflict (account_id) do update set email_id = greatest(file_backlog.email_id, excluded.email_id);
`;
