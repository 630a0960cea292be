/** Browser sessions of people who signed in: the account, and the user agent by which the person recognizes one. */
export const signedIn = `
-- null: the one person whom this machine belongs to.
alter table browser_session add column account_id integer references account (id) on delete cascade;
-- As the browser called itself.
alter table browser_session add column user_agent text not null default '';
alter table browser_session add column used_at integer not null default 0;
create index browser_session_account on browser_session (account_id);
`;
