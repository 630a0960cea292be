/** Messages received by a mail server while the vacation response was on, until the decision whether to answer. */
export const vacationDue = `
create table vacation_due (
  email_id integer primary key references email (id) on delete cascade
) strict;
`;
