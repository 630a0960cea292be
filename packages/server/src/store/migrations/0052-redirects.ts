/**
 * A letter is redirected (RFC 5322 §3.6.6) where the account received it: what a client made is known, and so is what is
 * sent as it came.
 */
export const redirects = `
alter table email add column is_from_client integer not null default 0;
update email set is_from_client = 1 where id in (
  select m.email_id from email_mailbox m join mailbox b on b.id = m.mailbox_id where b.role in ('drafts', 'sent'));
alter table email_submission add column is_redirect integer not null default 0;
`;
