/** One change for many Emails, as data: it outlives the page that began it. Pure. */
import type { Id, Keyword, PatchObject } from "@pismo/jmap";
import type { CountedRow } from "./optimistic-counts.ts";

export type EmailEdit =
  | { kind: "keyword"; keyword: Keyword; isSet: boolean }
  /** `from` null: out of every mailbox. `keywords`: what a spam filter learns from the move. */
  | { kind: "move"; from: Id | null; to: Id; keywords?: Readonly<Record<`keywords/${string}`, true | null>> }
  /** Out of a mailbox that goes; into `to` where the Email would be in none. */
  | { kind: "leave"; mailboxId: Id; to: Id }
  /** An Email that lies in other mailboxes too only leaves this one; one that has left it since stays. */
  | { kind: "destroy"; from: Id | undefined };

export interface EditOptions {
  /** The Emails leave the list that is open: it is empty at once. */
  leaves?: boolean;
  /** The selection stays. */
  keepsSelection?: boolean;
  /** A mailbox that goes once all its Emails have left it. */
  destroysMailboxId?: Id;
}

/** @returns undefined where the Email is already as it should be */
export function patchOf(edit: EmailEdit, { keywords, mailboxIds }: CountedRow): PatchObject | "destroy" | undefined {
  switch (edit.kind) {
    case "destroy": {
      const { from } = edit;
      if (from === undefined) return "destroy";
      if (!(from in mailboxIds)) return undefined;
      return Object.keys(mailboxIds).length > 1 ? { [`mailboxIds/${from}`]: null } : "destroy";
    }
    case "keyword": {
      const { keyword, isSet } = edit;
      return keyword in keywords === isSet ? undefined : { [`keywords/${keyword}`]: isSet || null };
    }
    case "leave": {
      const { mailboxId, to } = edit;
      if (!(mailboxId in mailboxIds)) return undefined;
      const isElsewhere = Object.keys(mailboxIds).length > 1;
      return { [`mailboxIds/${mailboxId}`]: null, ...(!isElsewhere && { [`mailboxIds/${to}`]: true }) };
    }
    case "move":
      return patchOfMove(edit, mailboxIds);
  }
  throw new TypeError("No such edit");
}

function patchOfMove(
  { from, to, keywords }: Extract<EmailEdit, { kind: "move" }>,
  mailboxIds: CountedRow["mailboxIds"],
): PatchObject | undefined {
  const ids = Object.keys(mailboxIds);
  if (ids.length === 1 && ids[0] === to) return undefined;
  if (from === null || !(from in mailboxIds)) return { mailboxIds: { [to]: true }, ...keywords };
  return { [`mailboxIds/${from}`]: null, [`mailboxIds/${to}`]: true, ...keywords };
}
