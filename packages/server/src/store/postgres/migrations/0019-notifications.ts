/** Notifications of new letters: store/migrations/0059-notifications.ts has the reasons. */
export const notifications = `
alter table push_subscription add column notifies bigint not null default 0;
alter table push_subscription add column user_agent text collate "C";
alter table push_subscription add column session_family bigint;
create index push_subscription_notifying on push_subscription (username) where notifies = 1;

create table notification_due (
  account_id bigint not null references account (id) on delete cascade,
  email_id bigint not null,
  primary key (email_id, account_id),
  foreign key (email_id, account_id) references email (id, account_id) on delete cascade
);
create index notification_due_account on notification_due (account_id);
`;
