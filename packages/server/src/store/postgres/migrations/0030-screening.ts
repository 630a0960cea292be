/** First-time senders: store/migrations/0070-screening.ts has the reasons, and what the triggers do. */
import { countIn, placed, removeEmpty, takeOut } from "../../migrations/0070-screening.ts";

export const screening = `
create table screening (
  account_id bigint primary key references account (id) on delete cascade,
  mailbox_id bigint not null,
  since bigint not null,
  is_on bigint not null
);

create table screened_sender (
  account_id bigint not null references account (id) on delete cascade,
  id bigint not null,
  address text collate "C" not null,
  state text collate "C" not null,
  emails bigint not null,
  newest_at bigint not null,
  primary key (account_id, id)
);
create index screened_sender_waiting on screened_sender (account_id, newest_at, id) where emails > 0;
create index screened_sender_decided on screened_sender (account_id, id) where emails > 0 and state <> 'waiting';

create table screened_email (
  account_id bigint not null references account (id) on delete cascade,
  email_id bigint not null,
  sender_id bigint not null,
  received_at bigint not null,
  is_waiting bigint not null,
  primary key (email_id, account_id),
  foreign key (email_id, account_id) references email (id, account_id) on delete cascade
);
create index screened_email_sender on screened_email (account_id, sender_id, is_waiting, received_at, email_id);

create function screened_counted() returns trigger language plpgsql as $$ begin${countIn("new")}
  return null;
end $$;
create trigger screened_counted after insert on screened_email
  for each row execute function screened_counted();

create function screened_uncounted() returns trigger language plpgsql as $$ begin${takeOut("old")}${removeEmpty("old")}
  return null;
end $$;
create trigger screened_uncounted after delete on screened_email
  for each row execute function screened_uncounted();

create function screened_recounted() returns trigger language plpgsql as $$ begin${takeOut("old")}${countIn("new")}
  return null;
end $$;
create trigger screened_recounted after update of is_waiting on screened_email
  for each row when (old.is_waiting <> new.is_waiting) execute function screened_recounted();

create function screened_came() returns trigger language plpgsql as $$ begin${placed("new", 1)}
  return null;
end $$;
create trigger screened_came after insert on email_mailbox
  for each row execute function screened_came();

create function screened_left() returns trigger language plpgsql as $$ begin${placed("old", 0)}
  return null;
end $$;
create trigger screened_left after delete on email_mailbox
  for each row execute function screened_left();
`;
