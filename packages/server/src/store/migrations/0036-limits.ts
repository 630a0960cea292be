/** What a person may keep here, and send in a day. */
export const limits = `
-- Of the account's messages that lie here, kept by triggers, because many functions insert, complete and delete Emails.
alter table account add column octets integer not null default 0;
update account set octets = coalesce((select sum(size) from email e where e.account_id = account.id and e.is_partial = 0), 0);
create trigger email_octets_added after insert on email when new.is_partial = 0 begin
  update account set octets = octets + new.size where id = new.account_id;
end;
create trigger email_octets_removed after delete on email when old.is_partial = 0 begin
  update account set octets = octets - old.size where id = old.account_id;
end;
create trigger email_octets_changed after update of size, is_partial on email begin
  update account set octets = octets + iif(new.is_partial, 0, new.size) - iif(old.is_partial, 0, old.size)
  where id = new.account_id;
end;

-- The person's own limits; null: the server's, -1: none.
alter table account add column max_octets integer;
alter table account add column max_recipients integer;

-- Recipients of what the person has submitted, by the hour.
create table sent_count (
  account_id integer not null references account (id) on delete cascade,
  -- Since 1970.
  hour integer not null,
  recipients integer not null,
  primary key (account_id, hour)
) strict, without rowid;
`;
