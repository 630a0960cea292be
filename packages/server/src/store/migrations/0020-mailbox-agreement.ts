/** A mailbox's last state on which both sides agreed, and jobs whose object changed while they ran. */
export const mailboxAgreement = `
-- Whether the folder was subscribed when both sides were last the same (RFC 9051 §6.3.7); null: not known.
alter table imap_folder add column base_subscribed integer;
-- Counts how often the object was changed: a refusal is about the change that was tried, not about a later one.
alter table outbound_job add column revision integer not null default 0;
`;
