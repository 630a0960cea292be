import { MAIL, type MailboxFilterCondition, type MailboxQueryArgs } from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import { getMailboxes } from "../../store/mail/mailboxes.ts";
import { boolean, checkArguments, optional, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { queryShape, resolveQuery, windowOf } from "../standard/query.ts";
import { mailboxCondition, mailboxResults } from "./results.ts";

const shape: Shape<MailboxQueryArgs> = {
  ...queryShape<MailboxFilterCondition>(mailboxCondition),
  sortAsTree: optional(boolean),
  filterAsTree: optional(boolean),
};

/** Mailbox/query: RFC 8621 §2.3. */
export const query: Method<"Mailbox/query"> = {
  capability: MAIL,
  parse: (args) => checkArguments(shape, args),
  run: (given, call) =>
    call.context.store.read(async (reader) => {
      const args = resolveQuery(given, call);
      const ids = mailboxResults(await getMailboxes(reader, args.accountId), args);
      return windowOf(args, ids, await stateOf(reader, args.accountId, "Mailbox"));
    }),
};
