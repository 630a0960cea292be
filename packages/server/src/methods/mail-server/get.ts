import { MAIL_SERVERS, type MailServer, type MailServerGetArgs } from "@pismo/jmap";
import { type JmapAccount, listJmapAccounts } from "../../store/auth/jmap-accounts.ts";
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
  "jmapUrl",
] satisfies (keyof MailServer)[];

const toMailServer = ({ accountId, name, email, username, url }: JmapAccount): MailServer => ({
  id: accountId,
  name,
  email,
  username,
  imap: null,
  smtp: null,
  jmapUrl: url,
});

/** MailServer/get: an extension of ours, see MAIL_SERVERS. The password is not among the properties. */
export const get: Method<"MailServer/get"> = {
  capability: MAIL_SERVERS,
  parse: (args) => checkArguments(shape, args),
  async run({ ids = null, properties: wanted }, call) {
    serversOf(call);
    assertProperties(wanted, (property) => properties.includes(property));
    if (ids) assertGetSize(ids.length, call);
    const all = await call.context.store.read(async (reader) => [
      ...(await getMailServers(reader)),
      ...(await listJmapAccounts(reader)).map(toMailServer),
    ]);
    const chosen = ids ? all.filter((server) => idsOf(ids, call).includes(server.id)) : all;
    return { list: chosen.map((server) => pick(server, wanted)), notFound: ids ? notFoundOf(ids, chosen, call) : [] };
  },
};
