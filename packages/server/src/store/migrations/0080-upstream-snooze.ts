/** Until when Emails at other JMAP servers are away (store/snooze/upstream-snoozes.ts). */
export const upstreamSnooze = `
create table upstream_snooze (
  account_id integer not null references account (id) on delete cascade,
  -- The account and the Email, as that server names them.
  upstream_account text not null,
  upstream_email text not null,
  wakes_at integer not null,
  -- When the newest letter of its conversation had come by then.
  newest_at integer not null,
  -- It was seen elsewhere then; null: it was not.
  left_at integer,
  -- JSON of that server's ids of the mailboxes that it comes back to.
  mailboxes text not null,
  primary key (account_id, upstream_account, upstream_email)
);
`;
