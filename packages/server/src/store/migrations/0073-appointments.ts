/** What calendar parts tell of appointments (docs/decisions/0091-appointments.md). */
export const appointments = `
-- How often it was changed, of what a calendar part tells; null: facts say it.
alter table fact_date add column sequence integer;
-- Of a repeated appointment, which time it is: minutes since 1970; null: the only one, or what is said of all.
alter table fact_date add column instance integer;

-- Letters with a calendar that were read before.
insert into fact_due (account_id, email_id)
  select account_id, email_id from email_content where structure like '%text/calendar%' or structure like '%.ics"%'
  on conflict do nothing;
`;
