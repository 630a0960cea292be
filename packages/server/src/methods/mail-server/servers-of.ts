import { MethodError } from "@pismo/jmap";
import type { Call, MailServers } from "../context.ts";

/** @throws MethodError forbidden: in hosted mode the administrator sets up accounts, and a token is valid for one mailbox */
export function serversOf({ context }: Call): MailServers {
  if (!context.mailServers) throw new MethodError("forbidden", "Accounts cannot be added or changed here");
  return context.mailServers;
}
