/** Which states of events letters tell of, so that a later letter replaces them (docs/decisions/0091-appointments.md). */
export const eventRevisions = `
create table event_revision (
  account_id integer not null references account (id) on delete cascade,
  email_id integer not null references email (id) on delete cascade,
  -- Among the events of the letter.
  place integer not null,
  uid text not null,
  -- Its address, as addressKey writes it; and that of the letter's author.
  organizer text not null,
  author text not null,
  -- Which of a repeated event; empty: all of them, or the only one.
  recurrence_id text not null,
  -- How often it was changed.
  sequence integer not null,
  -- When this was written (DTSTAMP), in milliseconds.
  stamp integer not null,
  is_cancelled integer not null,
  primary key (email_id, account_id, place)
) without rowid;
create index event_revision_uid on event_revision (account_id, uid, organizer, recurrence_id, sequence, stamp);

-- Letters whose calendar was read before: they are read again, in the background.
insert into fact_due (account_id, email_id)
  select account_id, email_id from fact_date where sequence is not null
    and exists (select 1 from email e where e.id = fact_date.email_id and e.account_id = fact_date.account_id)
  union
  select account_id, email_id from email_fact where is_read = 1 and category is null and facts = '[]'
  on conflict do nothing;
`;
