import { MethodError } from "@pismo/jmap";
import type { Call, MailServers } from "../context.ts";

/** @throws MethodError forbidden: on a server for several people accounts are the administrator's, and a token for one mailbox is for that one */
export function serversOf({ context }: Call): MailServers {
  if (!context.mailServers) throw new MethodError("forbidden", "Accounts cannot be added or changed here");
  return context.mailServers;
}
