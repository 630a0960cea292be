/**
 * Read receipts that came for what was sent: RFC 8621 §7 has them as `mdnBlobIds` and `displayed` of a submission. One goes
 * with its letter (docs/decisions/0079-receipts.md).
 */
export const submissionReceipts = `
create table submission_receipt (
  account_id integer not null references account (id) on delete cascade,
  submission_id integer not null references email_submission (id) on delete cascade,
  email_id integer not null references email (id) on delete cascade,
  -- Of the submission's recipients; null: it is from another address.
  address text,
  is_displayed integer not null,
  primary key (submission_id, email_id)
) without rowid;
create index submission_receipt_email on submission_receipt (email_id);
create index submission_receipt_account on submission_receipt (account_id);
`;
