/** Emails of accounts at other JMAP servers that wait here to be submitted there (store/submission/held-submissions.ts). */
export const heldSubmissions = `
create table held_submission (
  id integer primary key autoincrement,
  account_id integer not null references account (id) on delete cascade,
  -- Ids as the account's server gives them.
  email_id text not null,
  blob_id text not null,
  identity_id text not null,
  -- For a person to know which it is, also where the draft is gone.
  subject text not null,
  -- JSON: RFC 8621 section 7.
  envelope text not null,
  send_at integer not null,
  -- waiting | asking (the other server may have it) | returning (refused, and no draft yet again) |
  -- recalling (canceled, and perhaps no draft yet again) | sent | refused | gone | unknown | canceled
  state text not null,
  -- Of the last attempt, where it failed: a SendProblem, and the server's text.
  problem text,
  reply text,
  attempts integer not null,
  next_attempt_at integer not null,
  -- By the account's counter.
  modseq integer not null
);
create index held_submission_account on held_submission (account_id, email_id);
create index held_submission_open on held_submission (next_attempt_at)
  where state in ('waiting', 'asking', 'returning', 'recalling');
`;
