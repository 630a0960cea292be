/** Personal mode: accounts at JMAP servers that the person has added. In front of one engine these columns stay empty. */
export const jmapAccounts = `
-- Of the session resource.
alter table upstream_login add column url text collate "C";
-- Sealed.
alter table upstream_login add column credential text collate "C";
-- The session as the server gave it last: the account is listed while that is away.
alter table upstream_login add column session text collate "C";
`;
