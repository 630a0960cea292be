/** Whether letters that wait are counted right: store/migrations/0070-screening.ts. */
import type { RowCheck } from "./engine-checks.ts";

const isWaiting = `(case when exists (select 1 from email_mailbox m join screening s
    on s.account_id = m.account_id and s.mailbox_id = m.mailbox_id
  where m.email_id = screened_email.email_id and m.account_id = screened_email.account_id) then 1 else 0 end)`;
const ofSender = `from screened_email e where e.account_id = screened_sender.account_id
  and e.sender_id = screened_sender.id and e.is_waiting = 1`;
const emails = `(select count(*) ${ofSender})`;
const newestAt = `coalesce((select max(e.received_at) ${ofSender}), 0)`;
const isWrong = `emails <> ${emails} or newest_at <> ${newestAt}`;

/** They are repaired in this order: the first repair changes what the second counts. */
export const screeningChecks: readonly RowCheck[] = [
  {
    count: `select count(*) as n from screened_email where is_waiting <> ${isWaiting}`,
    say: (n) =>
      `${n === 1 ? "1 letter" : `${n.toLocaleString("en-US")} letters`} of first-time senders with another mark`,
    repair: [`update screened_email set is_waiting = ${isWaiting} where is_waiting <> ${isWaiting}`],
  },
  {
    count: `select count(*) as n from screened_sender where ${isWrong}`,
    say: () => "the letters of first-time senders are counted wrong",
    repair: [`update screened_sender set emails = ${emails}, newest_at = ${newestAt} where ${isWrong}`],
  },
];
