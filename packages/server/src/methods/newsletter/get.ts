import { type Newsletter, NEWSLETTERS } from "@pismo/jmap";
import { getNewsletters } from "../../store/newsletters/newsletters.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { getShape, standardGet } from "../standard/get.ts";

const properties = [
  "id",
  "listId",
  "name",
  "address",
  "hasUnsubscribe",
  "emailId",
  "newestAt",
  "totalEmails",
  "openedEmails",
  "emailsPerMonth",
] as const satisfies (keyof Newsletter)[];

/** Newsletter/get: an extension of ours, see NEWSLETTERS. */
export const get: Method<"Newsletter/get"> = {
  capability: NEWSLETTERS,
  parse: (args) => checkArguments(getShape, args),
  run: (args, call) =>
    standardGet<Newsletter>(args, call, "Email", properties, (reader, accountId, ids) =>
      getNewsletters(reader, accountId, ids, Date.now()),
    ),
};
