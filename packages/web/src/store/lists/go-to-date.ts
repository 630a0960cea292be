/** The way to the Emails of a day: how many of the open list are newer says where they begin. */
import { isUnreachable } from "../sync/connection.ts";
import { currentList } from "./email-list.ts";
import { goal } from "./goal.ts";
import { filterOf } from "./list-filter.ts";
import type { LiveList } from "./live-list.ts";
import { request } from "../session/session.ts";

let latest = 0;

/** How many Emails of the list came then or later. */
async function countFrom({ query, records: { accountId, mailboxes } }: LiveList, time: Date): Promise<number> {
  const { threads = false } = query;
  const inList = filterOf(query, mailboxes);
  if (!inList) return 0;
  // RFC 8620 §1.4: no zero fraction.
  const after = time.toISOString().replace(/\.0+Z$/, "Z");
  const filter = { operator: "AND" as const, conditions: [inList, { after }] };
  const sort = [{ property: "receivedAt", isAscending: false }];
  const found = await request((calls) =>
    calls.call("Email/query", { accountId, filter, sort, limit: 1, calculateTotal: true, collapseThreads: threads }),
  );
  return found.result().total ?? 0;
}

/** @param day as a date field has it, "2026-05-01": the reader's own day */
export async function goToDate(day: string): Promise<void> {
  const list = currentList();
  const [year, month, date] = day.split("-").map(Number);
  if (!list || !year || !month || !date) return;
  const turn = ++latest;
  try {
    const newer = await countFrom(list, new Date(year, month - 1, date + 1));
    // Another date was chosen, or another list opened, in the meantime.
    if (turn !== latest || list !== currentList()) return;
    goal.set({ list, index: Math.min(newer, list.snapshot().total - 1) });
  } catch (error) {
    // The bar says that there is no connection; anything else is a defect that the console should show.
    if (!isUnreachable(error)) console.error(error);
  }
}
