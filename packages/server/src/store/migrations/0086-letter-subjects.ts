/** Files that are letters without a name are called by their subjects, which are read from those that are stored already. */
export const letterSubjects = `
alter table file add column letter_subject text;
update file set is_unread = 1 where name is null and type in ('message/rfc822', 'message/global');
`;
