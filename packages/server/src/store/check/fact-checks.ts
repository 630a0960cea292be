/** Whether deadlines agree with the days in letters, and all letters will be read: store/migrations/0064-facts.ts. */
import type { RowCheck } from "./engine-checks.ts";

const withoutDay = `not exists (select 1 from fact_date f
  where f.account_id = deadline.account_id and f.group_key = deadline.group_key)`;
const isAhead = "modseq > (select a.modseq from account a where a.id = fact_progress.account_id)";

export const factChecks: readonly RowCheck[] = [
  {
    count: `select count(*) as n from deadline where ${withoutDay}`,
    say: (n) => `${n} deadline${n === 1 ? "" : "s"} of which no letter speaks`,
    repair: [`delete from deadline where ${withoutDay}`],
  },
  {
    count: `select count(*) as n from fact_progress where ${isAhead}`,
    say: () => "letters that come would not be read for what they say",
    repair: [
      `update fact_progress set modseq = (select a.modseq from account a where a.id = fact_progress.account_id) where ${isAhead}`,
    ],
  },
];
