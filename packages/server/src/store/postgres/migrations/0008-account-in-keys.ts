/**
 * The account in the primary key of every table that holds mail, and in what refers to it
 * (docs/decisions/0064-account-in-every-key.md). It stands last: the id before it finds the row alone, and no key is left
 * that begins with what is the same for a whole mailbox, which PostgreSQL would take for selective until it has statistics.
 *
 * Servers of the release before it run on: a trigger gives their rows the account, and the keys that their
 * `on conflict` names stay as unique indexes until the next release.
 */

/** Tables whose rows had no account, with the row that tells it. */
const fromParents: readonly (readonly [table: string, parent: string, parentKey: string, column: string])[] = [
  ["email_category", "email", "id", "email_id"],
  ["email_content", "email", "id", "email_id"],
  ["email_mailbox", "mailbox", "id", "mailbox_id"],
  ["imap_message", "imap_folder", "mailbox_id", "mailbox_id"],
  ["mailbox_span", "mailbox", "id", "mailbox_id"],
  ["server_search_hit", "server_search", "id", "search_id"],
  ["submission_recipient", "email_submission", "id", "submission_id"],
  ["thread_mailbox", "thread", "id", "thread_id"],
  ["vacation_due", "email", "id", "email_id"],
];

const named = fromParents
  .map(
    ([table, parent, parentKey, column]) => `
alter table ${table} add column account_id bigint;
alter table ${table} disable trigger user;
update ${table} set account_id = p.account_id from ${parent} p where p.${parentKey} = ${table}.${column};
alter table ${table} enable trigger user;
-- What no row tells of any more is of no use.
delete from ${table} where account_id is null;
alter table ${table} alter column account_id set not null;
create function ${table}_account() returns trigger language plpgsql as $$ begin
  select p.account_id into new.account_id from ${parent} p where p.${parentKey} = new.${column};
  return new;
end $$;
create trigger ${table}_account before insert on ${table}
  for each row when (new.account_id is null) execute function ${table}_account();
`,
  )
  .join("");

/** The primary keys: what they were, with the account. */
const keys: Readonly<Record<string, string>> = {
  email_category: "email_id",
  email_content: "email_id",
  email_mailbox: "mailbox_id, received_at, email_id",
  imap_message: "mailbox_id, uid",
  mailbox_span: "mailbox_id, span, flags",
  server_search_hit: "search_id, email_id",
  submission_recipient: "submission_id, position",
  thread_mailbox: "thread_id, mailbox_id",
  vacation_due: "email_id",
  email: "id",
  email_submission: "id",
  identity: "id",
  imap_folder: "mailbox_id",
  imap_refusal: "id",
  imap_unplaced: "id",
  mailbox: "id",
  quota: "id",
  server_search: "id",
  thread: "id",
};

/** Those that the release before names in `on conflict`. */
const formerKeys = {
  email_category: "email_id",
  imap_message: "mailbox_id, uid",
  thread_mailbox: "thread_id, mailbox_id",
};

/** References, which go before the keys that they refer to, and come back with the account. */
const references: readonly (readonly [table: string, column: string, parent: string, rest: string])[] = [
  ["email", "thread_id", "thread", ""],
  ["email_category", "email_id", "email", "on delete cascade"],
  ["email_content", "email_id", "email", "on delete cascade"],
  ["email_keyword", "email_id", "email", "on delete cascade"],
  ["email_mailbox", "email_id", "email", "on delete cascade"],
  ["email_mailbox", "mailbox_id", "mailbox", ""],
  ["file", "email_id", "email", "on delete cascade"],
  ["mailbox", "parent_id", "mailbox", ""],
  ["mailbox_span", "mailbox_id", "mailbox", "on delete cascade"],
  ["server_search_hit", "email_id", "email", "on delete cascade"],
  ["server_search_hit", "search_id", "server_search", "on delete cascade"],
  ["submission_recipient", "submission_id", "email_submission", "on delete cascade"],
  ["thread_link", "thread_id", "thread", "on delete cascade"],
  ["thread_mailbox", "mailbox_id", "mailbox", ""],
  ["thread_mailbox", "thread_id", "thread", "on delete cascade"],
  ["vacation_due", "email_id", "email", "on delete cascade"],
];

const drops = references.map(([table, column]) => `alter table ${table} drop constraint ${table}_${column}_fkey;\n`);
const primaryKeys = Object.entries(keys).map(
  ([table, columns]) =>
    `alter table ${table} drop constraint ${table}_pkey, add primary key (${columns}, account_id);\n`,
);
const former = Object.entries(formerKeys).map(
  ([table, columns]) => `create unique index ${table}_former on ${table} (${columns});\n`,
);
const adds = references.map(
  ([table, column, parent, rest]) =>
    `alter table ${table} add constraint ${table}_${column}_fkey
       foreign key (${column}, account_id) references ${parent} (id, account_id) ${rest};\n`,
);

/** What finds rows by an id of another table: with the account, they are more selective than any key that begins with it. */
const indexes = `
drop index email_keyword_email, email_mailbox_email, email_mailbox_thread, email_thread, file_email, imap_letter_email,
  imap_message_email, imap_message_mark, imap_unplaced_email, email_submission_email, mailbox_parent,
  server_search_hit_email, thread_link_thread, thread_mailbox_mailbox;
create index email_keyword_email on email_keyword (email_id, account_id, keyword);
create index email_mailbox_email on email_mailbox (email_id, account_id);
create index email_mailbox_thread on email_mailbox (mailbox_id, thread_id, is_head, received_at, email_id, account_id);
create index email_thread on email (thread_id, account_id, received_at);
create index file_email on file (email_id, account_id);
create index imap_letter_email on imap_letter (email_id, account_id);
create index imap_message_email on imap_message (email_id, account_id);
create index imap_message_mark on imap_message (mark, account_id) where mark is not null;
create index imap_unplaced_email on imap_unplaced (email_id, account_id);
create index email_submission_email on email_submission (email_id, account_id);
create index mailbox_parent on mailbox (parent_id, account_id);
create index server_search_hit_email on server_search_hit (email_id, account_id);
create index thread_link_thread on thread_link (thread_id, account_id);
create index thread_mailbox_mailbox on thread_mailbox (mailbox_id, account_id);
`;

const triggers = `
create function count_mailbox_span(account_id bigint, mailbox_id bigint, received_at bigint, flags bigint, difference bigint)
  returns void language sql as $$
  insert into mailbox_span (account_id, mailbox_id, span, flags, emails)
    values (account_id, mailbox_id, received_at >> 30, flags, difference)
    on conflict (mailbox_id, span, flags, account_id) do update set emails = mailbox_span.emails + excluded.emails
$$;
create or replace function email_mailbox_counted() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' then
    update mailbox_span set emails = emails - 1
      where mailbox_id = old.mailbox_id and account_id = old.account_id
        and span = old.received_at >> 30 and flags = flags_of(old);
  end if;
  if tg_op <> 'DELETE' then
    perform count_mailbox_span(new.account_id, new.mailbox_id, new.received_at, flags_of(new), 1);
  end if;
  if tg_op = 'INSERT' then
    update email_mailbox set is_head = 0
      where mailbox_id = new.mailbox_id and account_id = new.account_id and (received_at, email_id) = (
        select o.received_at, o.email_id from email_mailbox o
        where o.mailbox_id = new.mailbox_id and o.account_id = new.account_id
          and o.thread_id = new.thread_id and o.is_head = 1
          and (o.received_at, o.email_id) < (new.received_at, new.email_id) limit 1);
    update email_mailbox set is_head = 1
      where mailbox_id = new.mailbox_id and account_id = new.account_id
        and received_at = new.received_at and email_id = new.email_id
        and not exists (select 1 from email_mailbox o
          where o.mailbox_id = new.mailbox_id and o.account_id = new.account_id
            and o.thread_id = new.thread_id and o.is_head = 1);
  elsif tg_op = 'DELETE' and old.is_head = 1 then
    update email_mailbox set is_head = 1
      where mailbox_id = old.mailbox_id and account_id = old.account_id and (received_at, email_id) = (
        select o.received_at, o.email_id from email_mailbox o
        where o.mailbox_id = old.mailbox_id and o.account_id = old.account_id
          and o.thread_id = old.thread_id and o.is_head = 0
        order by o.received_at desc, o.email_id desc limit 1);
  end if;
  return null;
end $$;
drop function count_mailbox_span(bigint, bigint, bigint, bigint);

create or replace function imap_message_held() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    update imap_folder set held = held + 1 where mailbox_id = new.mailbox_id and account_id = new.account_id;
  else
    update imap_folder set held = held - 1 where mailbox_id = old.mailbox_id and account_id = old.account_id;
  end if;
  return null;
end $$;
`;

const hidden = "('junk', 'trash')";
/** A plus keeps PostgreSQL from indexes that begin with the account. */
const isListed = (row: string): string =>
  `exists (select 1 from email_mailbox m join mailbox b on b.id = m.mailbox_id and b.account_id = m.account_id
    where m.email_id = ${row}.email_id and m.account_id = ${row}.account_id and coalesce(b.role, '') not in ${hidden})`;

const fileTriggers = `
create or replace function file_listed() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    update file set is_listed = 1
      where email_id = new.email_id and +account_id = new.account_id and is_listed = 0 and ${isListed("new")};
  else
    update file set is_listed = 0
      where email_id = old.email_id and +account_id = old.account_id and is_listed = 1 and not ${isListed("old")};
  end if;
  return null;
end $$;
create or replace function file_relisted() returns trigger language plpgsql as $$ begin
  update file set is_listed = (case when ${isListed("file")} then 1 else 0 end)
    where +account_id = new.account_id
      and email_id in (select email_id from email_mailbox x where x.mailbox_id = new.id and x.account_id = new.account_id);
  return null;
end $$;
`;

export const accountInKeys = [
  named,
  ...drops,
  ...primaryKeys,
  ...former,
  ...adds,
  indexes,
  triggers,
  fileTriggers,
].join("");
