/** Records by ids from a member whose mail lies with another server. */
import {
  type EmailHeader,
  type EmailGetArgs,
  type GetArgs,
  type Id,
  type Invocation,
  type MethodName,
  type MethodResult,
  SHORT_HEADERS,
} from "@pismo/jmap";
import type { Call } from "../../context.ts";
import { askMember, resultOf } from "./ask.ts";
import type { RemoteMember } from "./remote-members.ts";

type GetName = Extract<MethodName, "Email/get" | "Thread/get" | "EmailCategory/get">;
type RemoteGetArgs = GetArgs & { ids: Id[] };

/** Within what the server gives at once. @returns a method @throws MemberAway, MethodError */
export const getRemotely =
  <N extends GetName>(name: N) =>
  async (member: RemoteMember, { ids, ...args }: RemoteGetArgs): Promise<MethodResult<N>> => {
    const { shortensHeaders, ...usual } = args as Omit<EmailGetArgs, "ids">;
    const asked = { ...usual, ...(shortensHeaders !== undefined && member.has(SHORT_HEADERS) && { shortensHeaders }) };
    const calls: Invocation[] = [];
    for (let at = 0; at < Math.max(1, ids.length); at += member.maxObjectsInGet) {
      calls.push([name, { ...asked, ids: ids.slice(at, at + member.maxObjectsInGet) }, `${at}`]);
    }
    const answers = await member.ask(calls);
    const results = calls.map(([, , callId]) => resultOf(member, name, answers, callId));
    return {
      ...results[0]!,
      list: results.flatMap(({ list }) => list as object[]),
      notFound: results.flatMap(({ notFound }) => notFound),
    };
  };

/** A call that has what methods of ours need of Emails at another server. @throws MemberAway, MethodError */
export async function withHeaders(member: RemoteMember, ids: Id[], call: Call): Promise<Call> {
  const { list } = await askMember(member, "Email/get", { ids, properties: ["headers"] });
  const fields = new Map(list.map(({ id = "", headers = [] }): [Id, EmailHeader[]] => [id, headers]));
  return { ...call, context: { ...call.context, fetchedHeaders: { fields, mailServer: member.host } } };
}
