/** Notifications of new letters: browsers that are pushed them, and letters that they may be about. */
export const notifications = `
alter table push_subscription add column notifies integer not null default 0;
alter table push_subscription add column user_agent text;
-- Of the browser that made it, with whose session it ends (browser_session.family).
alter table push_subscription add column session_family integer;
create index push_subscription_notifying on push_subscription (username) where notifies = 1;

create table notification_due (
  account_id integer not null references account (id) on delete cascade,
  email_id integer primary key references email (id) on delete cascade
);
create index notification_due_account on notification_due (account_id);
`;
