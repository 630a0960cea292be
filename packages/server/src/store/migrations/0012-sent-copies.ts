/** Submissions are found by their Email; browsers keep their identity when they get a new secret. */
export const sentCopies = `
create index email_submission_email on email_submission (email_id);

-- The first session of a browser since its sign-in, and when that was; null: this one.
alter table browser_session add column family integer;
alter table browser_session add column signed_in_at integer;
`;
