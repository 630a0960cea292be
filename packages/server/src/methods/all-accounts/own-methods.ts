/** Methods of ours that change or do something for one Email: in the account that has it. */
import {
  type Id,
  idOfMember,
  memberOf,
  MethodError,
  type MethodArgs,
  type MethodResult,
  type SetError,
} from "@pismo/jmap";
import { unsubscribe } from "../one-click/unsubscribe.ts";
import { valueOf } from "../raw-json.ts";
import { sign } from "../remote-image/sign.ts";
import { set as trustSet } from "../sender-trust/set.ts";
import { orNull } from "../standard/outcomes.ts";
import type { Call } from "../context.ts";
import { type MergedCall, splitIds } from "./members.ts";
import { remoteMember } from "./remote/ask.ts";
import { withHeaders } from "./remote/get.ts";

/** With the header fields of Emails that lie with another server. @throws MemberAway */
async function callFor(accountId: Id, ids: Id[], call: MergedCall): Promise<Call> {
  const member = await remoteMember(accountId, call);
  return member ? withHeaders(member, ids, call) : call;
}

/** The URLs of images are the same for every account; they are signed for a member. */
export async function signImagesOfAll(
  args: MethodArgs<"RemoteImage/sign">,
  call: MergedCall,
): Promise<MethodResult<"RemoteImage/sign">> {
  const { signed } = valueOf(await sign.run({ ...args, accountId: call.localIds[0]! }, call));
  return { accountId: args.accountId, signed };
}

export async function unsubscribeOfAll(
  { accountId, id }: MethodArgs<"OneClick/unsubscribe">,
  call: MergedCall,
): Promise<MethodResult<"OneClick/unsubscribe">> {
  const member = memberOf(id);
  if (!member || !call.memberIds.includes(member.accountId)) throw new MethodError("invalidArguments");
  const { outcome } = valueOf(await unsubscribe.run(member, await callFor(member.accountId, [member.id], call)));
  return { accountId, id, outcome };
}

export async function setTrustOfAll(
  { accountId, update }: MethodArgs<"SenderTrust/set">,
  call: MergedCall,
): Promise<MethodResult<"SenderTrust/set">> {
  const { own: owned, notFound } = splitIds(Object.keys(update), call);
  const updated: Record<Id, null> = {};
  const notUpdated: Record<Id, SetError> = Object.fromEntries(notFound.map((id) => [id, { type: "notFound" }]));
  for (const [member, ids] of owned) {
    const patches = Object.fromEntries(ids.map((id) => [id, update[idOfMember(member, id)]!]));
    const own = await callFor(member, ids, call);
    const result = valueOf(await trustSet.run({ accountId: member, update: patches }, own));
    for (const id of Object.keys(result.updated ?? {})) updated[idOfMember(member, id)] = null;
    for (const [id, error] of Object.entries(result.notUpdated ?? {})) notUpdated[idOfMember(member, id)] = error;
  }
  return { accountId, updated: orNull(updated), notUpdated: orNull(notUpdated) };
}
