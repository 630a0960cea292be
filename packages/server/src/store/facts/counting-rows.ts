/** Which days of the letters of a group count. Pure. */
import type { DeadlineKind } from "@pismo/jmap";

/** Of fact_date. */
export interface DateRow {
  group_key: string;
  email_id: number;
  kind: DeadlineKind;
  title: string;
  due_at: string | null;
  time_zone: string | null;
  sequence: number | null;
  instance: number | null;
}

/**
 * What its newest letter says. Of an appointment it is the one that was changed most often; and
 * newer ones that tell of one time of a repeated appointment count for that time.
 */
export function countingRows(letters: readonly number[], rows: readonly DateRow[]): DateRow[] {
  const whole = new Map<number, number>();
  for (const { email_id, instance, sequence } of rows) if (instance === null) whole.set(email_id, sequence ?? 0);
  const base = letters
    .filter((id) => whole.has(id))
    .reduce<number | undefined>(
      (best, id) => (best === undefined || whole.get(id)! > whole.get(best)! ? id : best),
      undefined,
    );
  const counting = base === undefined ? letters : letters.slice(0, letters.indexOf(base) + 1);
  const ofBase = rows.filter((row) => row.email_id === base && row.instance === null);
  const times = new Map<number, DateRow>();
  for (const id of counting.toReversed()) {
    for (const row of rows) if (row.email_id === id && row.instance !== null) times.set(row.instance, row);
  }
  return [...ofBase, ...times.values()];
}
