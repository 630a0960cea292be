import { MAIL, type Mailbox } from "@pismo/jmap";
import { getMailboxes } from "../../store/mail/mailboxes.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { getShape, standardGet } from "../standard/get.ts";

const mailboxProperties = [
  "id",
  "name",
  "parentId",
  "role",
  "sortOrder",
  "totalEmails",
  "unreadEmails",
  "totalThreads",
  "unreadThreads",
  "myRights",
  "isSubscribed",
] as const satisfies (keyof Mailbox)[];

/** Mailbox/get: RFC 8621 §2.1. */
export const get: Method<"Mailbox/get"> = {
  capability: MAIL,
  parse: (args) => checkArguments(getShape, args),
  run: (args, call) => standardGet<Mailbox>(args, call, "Mailbox", mailboxProperties, getMailboxes),
  isRepeatable: () => true,
};
