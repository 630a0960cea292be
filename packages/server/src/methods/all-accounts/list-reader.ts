/** What a merge asks of the members' lists. */
import type { Id, State } from "@pismo/jmap";
import type { EmailQueryChangesResult } from "../../store/query/email-query-changes.ts";
import type { EmailQuery, EmailRowsResult } from "../../store/query/email-query.ts";
import type { ListPoint } from "../../store/query/email-ranks.ts";

export interface MemberList {
  accountId: Id;
  query: Pick<EmailQuery, "filter" | "sort" | "collapseThreads">;
}

/** Where an Email stands in the merged list, and how its account names it. */
export interface MemberRow extends ListPoint {
  emailId: Id;
}

export type MemberRows = Omit<EmailRowsResult, "rows"> & { rows: MemberRow[]; queryState: State };

/** Each asks one member. @throws MemberAway, of one whose mail lies with another server */
export interface ListReader {
  rows(
    list: MemberList,
    window: Pick<EmailQuery, "position" | "limit" | "calculateTotal" | "anchor">,
  ): Promise<MemberRows>;
  ranks(list: MemberList, points: readonly ListPoint[]): Promise<number[]>;
  changes(
    list: MemberList,
    since: State,
    maxChanges: number | null,
    calculateTotal: boolean,
  ): Promise<EmailQueryChangesResult>;
  points(list: MemberList, ids: readonly Id[]): Promise<ReadonlyMap<Id, ListPoint>>;
  /** @throws MethodError cannotCalculateChanges: what was read is not of these states */
  assertStates(states: readonly (readonly [accountId: Id, state: State])[]): Promise<void>;
  /**
   * How many Emails of each list are before the position for certain: nearly all of them.
   * @returns undefined: the position is behind the last Email
   */
  starts(lists: readonly MemberList[], position: number): Promise<number[] | undefined>;
}
