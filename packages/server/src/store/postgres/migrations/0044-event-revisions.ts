/** Which states of events letters tell of: see migrations/0084-event-revisions.ts of SQLite. */
export const eventRevisions = `
create table event_revision (
  account_id bigint not null references account (id) on delete cascade,
  email_id bigint not null,
  -- Among the events of the letter.
  place bigint not null,
  uid text collate "C" not null,
  -- Its address, as addressKey writes it; and that of the letter's author.
  organizer text collate "C" not null,
  author text collate "C" not null,
  -- Which of a repeated event; empty: all of them, or the only one.
  recurrence_id text collate "C" not null,
  -- How often it was changed.
  sequence bigint not null,
  -- When this was written (DTSTAMP), in milliseconds.
  stamp bigint not null,
  is_cancelled bigint not null,
  primary key (email_id, account_id, place),
  foreign key (email_id, account_id) references email (id, account_id) on delete cascade
);
create index event_revision_uid on event_revision (account_id, uid, organizer, recurrence_id, sequence, stamp);

-- Letters whose calendar was read before: they are read again, in the background.
insert into fact_due (account_id, email_id)
  select account_id, email_id from fact_date where sequence is not null
    and exists (select 1 from email e where e.id = fact_date.email_id and e.account_id = fact_date.account_id)
  union
  select account_id, email_id from email_fact where is_read = 1 and category is null and facts = '[]'
  on conflict do nothing;
`;
