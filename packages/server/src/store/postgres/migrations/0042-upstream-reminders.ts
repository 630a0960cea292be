/** Sent Emails at other JMAP servers that come back when nothing answers them (store/snooze/upstream-reminders.ts). */
export const upstreamReminders = `
alter table held_submission add column remind_after_days bigint;
create table upstream_reminder (
  account_id bigint not null references account (id) on delete cascade,
  -- The account and the Email, as that server names them.
  upstream_account text collate "C" not null,
  upstream_email text collate "C" not null,
  -- They count from when it is known that the Email was submitted; null: it is, and wakes_at is the time.
  days bigint,
  wakes_at bigint,
  -- When its server is asked next; null: its time has come, and nothing had answered it.
  look_at bigint,
  attempts bigint not null,
  -- It was seen among what is thrown away then; null: it was not.
  left_at bigint,
  primary key (account_id, upstream_account, upstream_email)
);
create index upstream_reminder_look on upstream_reminder (look_at) where look_at is not null;
`;
