/** Newsletter/get and Newsletter/query of the merged account: those of the members whose mail is here. */
import { idOfMember, memberOf, type MethodArgs, type MethodResult, type Newsletter } from "@pismo/jmap";
import { idOf } from "../../store/db/ids.ts";
import { findNewsletters, inOrder } from "../../store/newsletters/newsletters.ts";
import { get } from "../newsletter/get.ts";
import { windowOf } from "../standard/query.ts";
import { getRecords } from "./get-methods.ts";
import { joinStates, type MergedCall, statesOfMembers } from "./members.ts";

/** Servers of others count none. */
export const getNewslettersOfAll = getRecords<Partial<Newsletter>>(
  "Email",
  get.run,
  async (_member, { ids }) => ({ list: [], notFound: ids }),
  (accountId, { id, emailId, ...newsletter }) => ({
    ...newsletter,
    ...(id !== undefined && { id: idOfMember(accountId, id) }),
    ...(emailId !== undefined && { emailId: idOfMember(accountId, emailId) }),
  }),
);

export async function queryNewslettersOfAll(
  args: MethodArgs<"Newsletter/query">,
  call: MergedCall,
): Promise<MethodResult<"Newsletter/query">> {
  const { sort } = args;
  const { text, emailId } = args.filter ?? {};
  const letter = emailId === undefined ? undefined : memberOf(emailId);
  const asked = call.localIds.filter((id) => emailId === undefined || letter?.accountId === id);
  const filter = { ...(text !== undefined && { text }), ...(letter && { emailId: letter.id }) };
  const states = await statesOfMembers("Email", call);
  const ids = await call.context.store.read(async (reader) => {
    const now = Date.now();
    const found = [];
    for (const accountId of asked) {
      const own = await findNewsletters(reader, accountId, filter, sort, now);
      found.push(...own.map((each) => ({ ...each, accountId })));
    }
    return inOrder(found, sort).map(({ accountId, key }) => idOfMember(accountId, idOf("n", key)));
  });
  return { ...windowOf(args, ids, joinStates([...states])), canCalculateChanges: false };
}
