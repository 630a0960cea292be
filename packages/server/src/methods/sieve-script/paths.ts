import { MethodError, SIEVE, type RulePathsArgs } from "@pismo/jmap";
import { listFolders } from "../../store/mirror/imap-folders.ts";
import { checkArguments, id, list } from "../checks.ts";
import type { Method } from "../context.ts";

/** SieveScript/paths: an extension of ours, see RULES. */
export const paths: Method<"SieveScript/paths"> = {
  capability: SIEVE,
  parse: (args) => checkArguments<RulePathsArgs>({ accountId: id, mailboxIds: list(id) }, args),
  async run({ accountId, mailboxIds }, { context }) {
    if (mailboxIds.length > context.limits.maxObjectsInGet) throw new MethodError("requestTooLarge");
    const wanted = new Set(mailboxIds);
    const folders = await context.store.read((reader) => listFolders(reader, accountId));
    return {
      accountId,
      list: folders.flatMap(({ mailboxId, path, isSelectable, isGone }) =>
        wanted.has(mailboxId) && isSelectable && !isGone ? [{ mailboxId, path }] : [],
      ),
    };
  },
};
