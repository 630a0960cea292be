import { MAIL, type MailboxFilterCondition, type MethodArgs } from "@pismo/jmap";
import { changesSince } from "../../store/db/changes.ts";
import { getMailboxes } from "../../store/mail/mailboxes.ts";
import { boolean, checkArguments, optional, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { queryChangesOf, queryChangesShape, resolveQuery } from "../standard/query.ts";
import { mailboxCondition, mailboxResults } from "./results.ts";

const shape: Shape<MethodArgs<"Mailbox/queryChanges">> = {
  ...queryChangesShape<MailboxFilterCondition>(mailboxCondition),
  sortAsTree: optional(boolean),
  filterAsTree: optional(boolean),
};

/** Mailbox/queryChanges: RFC 8621 §2.4. */
export const queryChanges: Method<"Mailbox/queryChanges"> = {
  capability: MAIL,
  parse: (args) => checkArguments(shape, args),
  run: (given, call) =>
    call.context.store.read(async (reader) => {
      const args = resolveQuery(given, call);
      const { accountId, sinceQueryState } = args;
      const changes = await changesSince(reader, accountId, "Mailbox", sinceQueryState);
      const { created, updated, destroyed, newState } = changes;
      const ids = mailboxResults(await getMailboxes(reader, accountId), args);
      const own = [...created, ...updated, ...destroyed];
      // In a tree, the descendants of a mailbox move and hide with it.
      const isTree = args.sortAsTree === true || args.filterAsTree === true;
      const changed = new Set(isTree && own.length > 0 ? [...own, ...ids] : own);
      return queryChangesOf(args, ids, changed, newState);
    }),
};
