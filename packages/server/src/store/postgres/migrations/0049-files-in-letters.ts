/** Files in letters that are files: see migrations/0088-files-in-letters.ts of SQLite. */
export const filesInLetters = `
update file set is_unread = 1 where kind = 'letter';
`;
