/** How much work waits in the database, of all its accounts and for all its processes. For who watches the server. */
import type { Reader } from "../db/reader.ts";

/** Each count ends here and goes along an index, so that no database is too large to be watched. */
export const MAX_COUNTED = 100_000;

const mirrorStates = ["connecting", "syncing", "upToDate", "offline", "signIn"] as const;

export interface WorkCounts {
  /** Recipients of the sending queue, by how far their letters have come. */
  recipients: Record<"due" | "later" | "sending" | "transmitting" | "refused" | "unknown", number>;
  mirrors: Record<(typeof mirrorStates)[number], number>;
  /** Changes that mail servers do not have yet. */
  changes: number;
  /** Vacation responses that are to be decided. */
  vacationResponses: number;
  /** Mirrors whose lease this process holds. */
  leases: number;
}

export async function countWork(reader: Reader, processId: number, now: Date): Promise<WorkCounts> {
  const count = async (from: string, ...params: (string | number)[]): Promise<number> => {
    const sql = `select count(*) as n from (select 1 from ${from} limit ${MAX_COUNTED}) as counted`;
    return (await reader.get<{ n: number }>(sql, ...params))!.n;
  };
  const withState = (state: string): Promise<number> => count("submission_recipient where state = ?", state);
  const queued = "submission_recipient where state = 'queued' and next_attempt_at";
  const mirrors: Partial<WorkCounts["mirrors"]> = {};
  for (const state of mirrorStates) mirrors[state] = await count("imap_account where state = ?", state);
  return {
    recipients: {
      due: await count(`${queued} <= ?`, now.getTime()),
      later: await count(`${queued} > ?`, now.getTime()),
      sending: await withState("sending"),
      transmitting: await withState("transmitting"),
      refused: await withState("no"),
      unknown: await withState("unknown"),
    },
    mirrors: mirrors as WorkCounts["mirrors"],
    changes: await count("outbound_job"),
    vacationResponses: await count("vacation_due"),
    leases: await count("lease where process_id = ?", processId),
  };
}
