/** Letters that are files are read once more: what lies in the files inside them is searched too. */
export const filesInLetters = `
update file set is_unread = 1 where kind = 'letter';
`;
