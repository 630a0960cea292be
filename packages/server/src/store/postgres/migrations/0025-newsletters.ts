/** Mailing lists and bulk senders: store/migrations/0065-newsletters.ts has the reasons, and what the triggers do. */
import {
  beginBacklog,
  countIn,
  isRecounted,
  relist,
  removeEmpty,
  roleMatters,
  takeOut,
} from "../../migrations/0065-newsletters.ts";

export const newsletters = `
create table newsletter (
  account_id bigint not null references account (id) on delete cascade,
  id bigint not null,
  list_key text collate "C" not null,
  list_id text collate "C",
  name text collate "C" not null,
  name_key text collate "C" not null,
  address text collate "C" not null,
  has_unsubscribe bigint not null,
  named_at bigint not null,
  emails bigint not null,
  opened bigint not null,
  newest_at bigint not null,
  primary key (account_id, id)
);
create index newsletter_listed on newsletter (account_id, newest_at) where emails > 0;

create table newsletter_email (
  account_id bigint not null references account (id) on delete cascade,
  email_id bigint not null,
  newsletter_id bigint not null,
  received_at bigint not null,
  is_listed bigint not null,
  is_opened bigint not null,
  primary key (email_id, account_id),
  foreign key (email_id, account_id) references email (id, account_id) on delete cascade
);
create index newsletter_email_list on newsletter_email (account_id, newsletter_id, is_listed, received_at, email_id);

create table newsletter_span (
  account_id bigint not null references account (id) on delete cascade,
  newsletter_id bigint not null,
  span bigint not null,
  emails bigint not null,
  opened bigint not null,
  primary key (account_id, newsletter_id, span)
);

create table newsletter_backlog (
  account_id bigint primary key references account (id) on delete cascade,
  email_id bigint not null
);
${beginBacklog};

create function newsletter_counted() returns trigger language plpgsql as $$ begin${countIn("new")}
  return null;
end $$;
create trigger newsletter_counted after insert on newsletter_email
  for each row execute function newsletter_counted();

create function newsletter_uncounted() returns trigger language plpgsql as $$ begin${takeOut("old")}${removeEmpty("old")}
  return null;
end $$;
create trigger newsletter_uncounted after delete on newsletter_email
  for each row execute function newsletter_uncounted();

create function newsletter_recounted() returns trigger language plpgsql as $$ begin${takeOut("old")}${countIn("new")}
  return null;
end $$;
create trigger newsletter_recounted after update of is_listed, is_opened, received_at on newsletter_email
  for each row when (${isRecounted}) execute function newsletter_recounted();

create function newsletter_relisted() returns trigger language plpgsql as $$ begin${relist}
  return null;
end $$;
create trigger newsletter_relisted after update of role on mailbox
  for each row when (${roleMatters}) execute function newsletter_relisted();
`;
