/**
 * A letter is redirected (RFC 5322 §3.6.6) where the account received it: what a client made is known, and so is what is
 * sent as it came.
 */
export const redirects = `
alter table email add column is_from_client bigint not null default 0;
update email e set is_from_client = 1 from email_mailbox m join mailbox b on b.id = m.mailbox_id and b.account_id = m.account_id
  where b.role in ('drafts', 'sent') and m.email_id = e.id and m.account_id = e.account_id;
alter table email_submission add column is_redirect bigint not null default 0;
`;
