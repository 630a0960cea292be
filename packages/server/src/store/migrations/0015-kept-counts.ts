/**
 * The mirror's status is read every second during a sync, and must not take longer the more Emails there are: triggers
 * update the counts, because many functions create, complete, move and destroy Emails.
 */
export const keptCounts = `
-- Rows of imap_message.
alter table imap_folder add column held integer not null default 0;
update imap_folder set held = (select count(*) from imap_message m where m.mailbox_id = imap_folder.mailbox_id);
create trigger imap_message_held after insert on imap_message begin
  update imap_folder set held = held + 1 where mailbox_id = new.mailbox_id;
end;
create trigger imap_message_released after delete on imap_message begin
  update imap_folder set held = held - 1 where mailbox_id = old.mailbox_id;
end;

-- Emails of the account, and those of them with is_partial.
alter table imap_account add column emails integer not null default 0;
alter table imap_account add column partial_emails integer not null default 0;
update imap_account set
  emails = (select count(*) from email e where e.account_id = imap_account.account_id),
  partial_emails = (select count(*) from email e where e.account_id = imap_account.account_id and e.is_partial);
-- The account may have had letters before it had a server.
create trigger imap_account_counted after insert on imap_account begin
  update imap_account set
    emails = (select count(*) from email e where e.account_id = new.account_id),
    partial_emails = (select count(*) from email e where e.account_id = new.account_id and e.is_partial)
  where account_id = new.account_id;
end;
create trigger email_counted after insert on email begin
  update imap_account set emails = emails + 1, partial_emails = partial_emails + new.is_partial
  where account_id = new.account_id;
end;
create trigger email_uncounted after delete on email begin
  update imap_account set emails = emails - 1, partial_emails = partial_emails - old.is_partial
  where account_id = old.account_id;
end;
create trigger email_completed after update of is_partial on email when new.is_partial <> old.is_partial begin
  update imap_account set partial_emails = partial_emails + new.is_partial - old.is_partial
  where account_id = new.account_id;
end;
`;
