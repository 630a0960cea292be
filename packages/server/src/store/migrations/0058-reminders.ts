/**
 * Sent letters that come to the inbox when nothing answers them: a reminder is a row of `snooze` whose letter stays where it
 * is. Until its submission has gone out there are only the days (docs/decisions/0081-if-nothing-answers.md).
 */
export const reminders = `
alter table snooze add column is_reminder integer not null default 0;
alter table email_submission add column remind_after_days integer;
`;
