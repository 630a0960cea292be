/** Address book servers that are opened with the account's OAuth grant: by which provider's. */
export const addressBooksByGrant = `
alter table carddav_server add column provider text;
`;
