import { MAIL_SERVERS, type MailServerTrySendersArgs } from "@pismo/jmap";
import { type Check, checkArguments, id, list, type Shape, wrong } from "../checks.ts";
import type { Method } from "../context.ts";
import { emailAddress, serversOf } from "./checks.ts";

const MAX_ADDRESSES = 50;

const addresses: Check = (value, name) => {
  list(emailAddress)(value, name);
  if ((value as string[]).length > MAX_ADDRESSES) throw wrong(name, `at most ${MAX_ADDRESSES} addresses`);
};

const shape: Shape<MailServerTrySendersArgs> = { id, emails: addresses };

/** MailServer/trySenders: an extension of ours, see MAIL_SERVERS. It waits for the server. */
export const trySenders: Method<"MailServer/trySenders"> = {
  capability: MAIL_SERVERS,
  parse: (args) => checkArguments(shape, args),
  async run({ id: accountId, emails }, call) {
    return { id: accountId, list: await serversOf(call).trySenders(accountId, emails) };
  },
};
