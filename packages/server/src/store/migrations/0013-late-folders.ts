/** Folders that were begun when others were known already: what is missing elsewhere may be in what is still to be fetched of them. */
export const lateFolders = `
alter table imap_folder add column is_late integer not null default 0;
`;
