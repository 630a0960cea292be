/** Transfers find the rows that came to one copy, among many that do not (store/transfers/foreign-copies.ts). */
export const foreignCopies = `
create index foreign_transfer_email_copy on foreign_transfer_email (copy_id);
`;
