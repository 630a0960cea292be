/** Letters without a name: see migrations/0086-letter-subjects.ts of SQLite. */
export const letterSubjects = `
alter table file add column letter_subject text;
update file set is_unread = 1 where name is null and type in ('message/rfc822', 'message/global');
`;
