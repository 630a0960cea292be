import { MAIL } from "@pismo/jmap";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { changesShape, standardChanges } from "../standard/changes.ts";

const counts = ["totalEmails", "unreadEmails", "totalThreads", "unreadThreads"];

/** Mailbox/changes: RFC 8621 §2.2. */
export const changes: Method<"Mailbox/changes"> = {
  capability: MAIL,
  parse: (args) => checkArguments(changesShape, args),
  async run(args, call) {
    const { onlyCounts, ...result } = await standardChanges(args, call, "Mailbox");
    return { ...result, updatedProperties: onlyCounts ? counts : null };
  },
};
