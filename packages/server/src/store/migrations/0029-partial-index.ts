/** The condition in the form that the statements have: flags are compared, so that they are one text for all engines. */
export const partialIndex = `
drop index email_partial;
create index email_partial on email (account_id, received_at) where is_partial = 1;
`;
