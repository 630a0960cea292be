/** Categories of letters that were there before: store/migrations/0066-own-categories.ts has the reasons. */
export const ownCategories = `
alter table email_category add column is_own bigint not null default 0;
`;
