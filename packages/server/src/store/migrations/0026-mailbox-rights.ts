/** Our rights in a mail server's folder. */
export const mailboxRights = `
-- Rights of RFC 4314 §2.1, one letter each; null: all.
alter table mailbox add column rights text;
`;
