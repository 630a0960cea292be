/** An index for the foreign key: destroying a mailbox searches its children. */
export const mailboxParents = `
create index mailbox_parent on mailbox (parent_id);
`;
