/** Emails that are in the target's account already: they move into its folder there, out of all others. */
import { type Id, idOfMember } from "@pismo/jmap";
import type { AccountRecords } from "../records/records.ts";
import type { Done } from "../sync/commit-emails.ts";
import { commitIds } from "../sync/commit-selection.ts";
import type { EmailEdit } from "../sync/email-edit.ts";
import type { TransferPart, TransferTarget } from "./transfer-part.ts";

/** @param ids as the accounts that are shown together name them */
export function movePart(ids: readonly Id[], target: TransferTarget, records: AccountRecords): TransferPart {
  const edit: EmailEdit = { kind: "move", from: null, to: idOfMember(target.accountId, target.mailboxId) };
  let done: Done | undefined;
  return {
    // The mutation queue has them.
    count: 0,
    async begin() {
      done = await commitIds(ids, edit, records);
    },
    // What is refused is shown again, and said, as of any other change.
    failed: async () => [],
    async undo() {
      done?.undo?.();
    },
  };
}
