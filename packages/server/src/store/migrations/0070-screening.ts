/**
 * First-time senders, and which of their letters wait: those that lie in the account's mailbox for it, whichever program
 * put them there or took them out. Triggers keep that and the counts, so that the shelf reads no letter that it does not
 * show (docs/decisions/0092-first-time-senders.md). What is gone is subtracted by updates alone: of an account that is being
 * removed there is nothing left to count.
 */
const isWaitingPlace = (row: string): string =>
  `exists (select 1 from screening s where s.account_id = ${row}.account_id and s.mailbox_id = ${row}.mailbox_id)`;

export const placed = (row: string, isWaiting: 0 | 1): string => `
  update screened_email set is_waiting = ${isWaiting}
    where email_id = ${row}.email_id and account_id = ${row}.account_id and ${isWaitingPlace(row)};`;

export const takeOut = (old: string): string => `
  update screened_sender set emails = emails - 1,
      newest_at = coalesce((select max(e.received_at) from screened_email e where e.account_id = ${old}.account_id
        and e.sender_id = ${old}.sender_id and e.is_waiting = 1), 0)
    where account_id = ${old}.account_id and id = ${old}.sender_id and ${old}.is_waiting = 1;`;

export const countIn = (row: string): string => `
  update screened_sender set emails = emails + 1,
      newest_at = (case when newest_at > ${row}.received_at then newest_at else ${row}.received_at end)
    where account_id = ${row}.account_id and id = ${row}.sender_id and ${row}.is_waiting = 1;`;

export const removeEmpty = (old: string): string => `
  delete from screened_sender where account_id = ${old}.account_id and id = ${old}.sender_id and state = 'waiting'
    and not exists (select 1 from screened_email e
      where e.account_id = ${old}.account_id and e.sender_id = ${old}.sender_id);`;

export const screening = `
create table screening (
  account_id integer primary key references account (id) on delete cascade,
  mailbox_id integer not null,
  -- What was received earlier stays where it is.
  since integer not null,
  -- 0: what waits is on its way back into the inbox.
  is_on integer not null
);

create table screened_sender (
  account_id integer not null references account (id) on delete cascade,
  -- Made of the address: store/screening/screened-senders.ts.
  id integer not null,
  address text not null,
  state text not null,
  emails integer not null,
  newest_at integer not null,
  primary key (account_id, id)
) without rowid;
create index screened_sender_waiting on screened_sender (account_id, newest_at, id) where emails > 0;
create index screened_sender_decided on screened_sender (account_id, id) where emails > 0 and state <> 'waiting';

create table screened_email (
  account_id integer not null references account (id) on delete cascade,
  email_id integer not null references email (id) on delete cascade,
  sender_id integer not null,
  received_at integer not null,
  is_waiting integer not null,
  primary key (email_id, account_id)
) without rowid;
create index screened_email_sender on screened_email (account_id, sender_id, is_waiting, received_at, email_id);

create trigger screened_counted after insert on screened_email begin${countIn("new")}
end;
create trigger screened_uncounted after delete on screened_email begin${takeOut("old")}${removeEmpty("old")}
end;
create trigger screened_recounted after update of is_waiting on screened_email when old.is_waiting <> new.is_waiting
  begin${takeOut("old")}${countIn("new")}
end;
create trigger screened_came after insert on email_mailbox begin${placed("new", 1)}
end;
create trigger screened_left after delete on email_mailbox begin${placed("old", 0)}
end;
`;
