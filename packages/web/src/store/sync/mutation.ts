import type { Id, PatchObject } from "@pismo/jmap";
import type { Refusal } from "../notices.ts";
import type { AccountRecords } from "../records/records.ts";

/** The content of one …/set call. */
export interface Mutation {
  records: AccountRecords;
  type: "Email" | "Mailbox";
  update: Record<Id, PatchObject>;
  destroy: readonly Id[];
  /** Mailbox/set only. */
  onDestroyRemoveEmails: boolean;
  /** Whether it changes the counts of mailboxes, as far as one knows. */
  movesCounts: boolean;
  /**
   * The server answered. Ids that are not in `refused` are done.
   * @param isCounted the mailboxes' counts are the server's, after this
   */
  settle(refused: Readonly<Record<Id, Refusal>>, isCounted: boolean): void;
}
