/** What the shelf calls a sender that its letter does not name. Letters that were read before have the host alone. */
export const factSenderNames = `
alter table email_fact add column sender_name text collate "C" not null default '';
`;
