/** Whether only senders among the contacts get the vacation response. */
export const vacationAudience = `
alter table vacation_response add column contacts_only integer not null default 0;
`;
