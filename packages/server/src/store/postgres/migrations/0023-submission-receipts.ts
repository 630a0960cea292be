/** Read receipts that came for what was sent: store/migrations/0063-submission-receipts.ts has the reasons. */
export const submissionReceipts = `
create table submission_receipt (
  account_id bigint not null references account (id) on delete cascade,
  submission_id bigint not null,
  email_id bigint not null,
  -- Of the submission's recipients; null: it is from another address.
  address text collate "C",
  is_displayed bigint not null,
  primary key (submission_id, email_id, account_id),
  foreign key (submission_id, account_id) references email_submission (id, account_id) on delete cascade,
  foreign key (email_id, account_id) references email (id, account_id) on delete cascade
);
create index submission_receipt_email on submission_receipt (email_id);
create index submission_receipt_account on submission_receipt (account_id);
`;
