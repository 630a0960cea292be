import { MAIL_SERVERS, type MailServer, type MailServerGetArgs } from "@pismo/jmap";
import { getMailServers } from "../../store/mirror/imap-accounts.ts";
import { checkArguments, id, list, maybe, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertGetSize, assertProperties, idsOf, notFoundOf, pick, propertyNames } from "../standard/get.ts";
import { serversOf } from "./checks.ts";

const shape: Shape<MailServerGetArgs> = { ids: maybe(list(id)), properties: maybe(propertyNames) };

const properties: readonly string[] = [
  "id",
  "name",
  "email",
  "username",
  "imap",
  "smtp",
] satisfies (keyof MailServer)[];

/** MailServer/get: an extension of ours, see MAIL_SERVERS. The password is not among the properties. */
export const get: Method<"MailServer/get"> = {
  capability: MAIL_SERVERS,
  parse: (args) => checkArguments(shape, args),
  async run({ ids = null, properties: wanted }, call) {
    serversOf(call);
    assertProperties(wanted, (property) => properties.includes(property));
    if (ids) assertGetSize(ids.length, call);
    const all = await call.context.store.read(getMailServers);
    const chosen = ids ? all.filter((server) => idsOf(ids, call).includes(server.id)) : all;
    return { list: chosen.map((server) => pick(server, wanted)), notFound: ids ? notFoundOf(ids, chosen, call) : [] };
  },
};
