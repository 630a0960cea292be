/** What waits to be sent is found among all that was ever sent. */
export const pendingSubmissions = `
create index email_submission_pending on email_submission (account_id, send_at) where undo_status = 'pending';
`;
