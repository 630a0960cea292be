/** Categories of letters that were at their server before the account came here: their keyword is never pushed there. */
export const ownCategories = `
alter table email_category add column is_own integer not null default 0;
`;
