import { type Id, MAIL, type Mailbox, type MailboxSetArgs } from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import { keyOf } from "../../store/db/ids.ts";
import type { Transactor } from "../../store/db/store.ts";
import { loadMailboxTree } from "../../store/mailboxes/load-mailbox-tree.ts";
import { removeMailbox } from "../../store/mailboxes/mailbox-changes.ts";
import { fillRoles } from "../../store/mailboxes/mailbox-roles.ts";
import { saveMailboxes } from "../../store/mailboxes/save-mailboxes.ts";
import { isMirrored } from "../../store/mirror/imap-accounts.ts";
import { boolean, checkArguments, optional, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { inBatch } from "../standard/batch.ts";
import { assertSetSize, setRecords, setShape } from "../standard/set.ts";
import { createMailboxes, parentsFirst } from "./create.ts";
import { assertMay } from "./settable.ts";
import { updateMailboxes } from "./update.ts";

const shape: Shape<MailboxSetArgs> = { ...setShape<Mailbox>(), onDestroyRemoveEmails: optional(boolean) };

/** In any order: children go before their parents. */
async function destroy(accountId: Id, tx: Transactor, ids: readonly Id[], onDestroyRemoveEmails: boolean) {
  const tree = await loadMailboxTree(
    tx,
    accountId,
    ids.map((id) => ({ id })),
  );
  const depths = new Map(ids.map((id) => [id, tree.depthOf(keyOf("m", id))]));
  const deepestFirst = ids.toSorted((one, other) => depths.get(other)! - depths.get(one)!);
  const outcomes = await inBatch(
    deepestFirst,
    (id) => {
      assertMay(tree, id, "mayDelete");
      removeMailbox(tree, id, onDestroyRemoveEmails);
    },
    async (done) => {
      await saveMailboxes(tx, accountId, tree);
      return done.map(() => true as const);
    },
  );
  const outcomeOf = new Map(deepestFirst.map((id, index) => [id, outcomes[index]!]));
  return ids.map((id) => outcomeOf.get(id)!);
}

/** Mailbox/set: RFC 8621 §2.5. */
export const set: Method<"Mailbox/set"> = {
  capability: MAIL,
  parse: (args) => checkArguments(shape, args),
  async run(args, call) {
    const { accountId, onDestroyRemoveEmails = false } = args;
    assertSetSize(args, call);
    return call.context.store.write(
      async (tx) => {
        const result = await setRecords<Mailbox>(tx, args, call, "Mailbox", {
          creationOrder: parentsFirst,
          create: (inner, records) => createMailboxes(accountId, inner, records, call),
          update: (inner, records) => updateMailboxes(accountId, inner, records, call),
          destroy: (inner, ids) => destroy(accountId, inner, ids, onDestroyRemoveEmails),
        });
        if (!result.updated || !(await isMirrored(tx, accountId))) return result;
        await fillRoles(tx, accountId);
        return { ...result, newState: await stateOf(tx, accountId, "Mailbox") };
      },
      { accountId },
    );
  },
};
