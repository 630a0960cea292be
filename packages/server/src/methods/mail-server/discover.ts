import { MAIL_SERVERS, type MailServerDiscoverArgs } from "@pismo/jmap";
import { checkArguments, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { emailAddress, serversOf } from "./checks.ts";

const shape: Shape<MailServerDiscoverArgs> = { email: emailAddress };

/** MailServer/discover: an extension of ours, see MAIL_SERVERS. */
export const discover: Method<"MailServer/discover"> = {
  capability: MAIL_SERVERS,
  parse: (args) => checkArguments(shape, args),
  run: ({ email }, call) => serversOf(call).discover(email),
};
