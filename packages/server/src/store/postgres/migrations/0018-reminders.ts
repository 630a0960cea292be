/** Sent letters that nothing answers: store/migrations/0058-reminders.ts has the reasons. */
export const reminders = `
alter table snooze add column is_reminder bigint not null default 0;
alter table email_submission add column remind_after_days bigint;
`;
