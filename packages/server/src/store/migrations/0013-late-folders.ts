/** Folders first seen after others: a message that vanished elsewhere may be among those still to be fetched from them. */
export const lateFolders = `
alter table imap_folder add column is_late integer not null default 0;
`;
