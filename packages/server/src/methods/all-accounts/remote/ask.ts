/** One method in a member whose mail lies with another server. */
import {
  type Id,
  type Invocation,
  MethodError,
  type MethodErrorType,
  type MethodArgs,
  type MethodName,
  type MethodResult,
} from "@pismo/jmap";
import type { RequestContext } from "../../context.ts";
import { MemberAway, type RemoteMember } from "./remote-members.ts";

/** @throws MemberAway; MethodError as the server gives it */
export async function askMember<N extends MethodName>(
  member: RemoteMember,
  name: N,
  args: Omit<MethodArgs<N>, "accountId">,
): Promise<MethodResult<N>> {
  return resultOf(member, name, await member.ask([[name, args as Record<string, unknown>, "0"]]), "0");
}

/** @throws MemberAway; MethodError */
export function resultOf<N extends MethodName>(
  { accountId }: RemoteMember,
  name: N,
  answers: readonly Invocation[],
  callId: string,
): MethodResult<N> {
  const own = answers.find(([answer, , id]) => id === callId && (answer === name || answer === "error"));
  if (!own) throw new MemberAway(accountId);
  if (own[0] === name) return own[1];
  const { type, description } = own[1] as { type?: MethodErrorType; description?: string };
  throw new MethodError(type ?? "serverFail", description);
}

interface Asking {
  localIds: readonly Id[];
  context: Pick<RequestContext, "remoteMembers">;
}

/** undefined: its mail is here. @throws MemberAway */
export async function remoteMember(accountId: Id, { localIds, context }: Asking): Promise<RemoteMember | undefined> {
  if (localIds.includes(accountId)) return undefined;
  if (!context.remoteMembers) throw new MemberAway(accountId);
  return context.remoteMembers.get(accountId);
}

/** What `work` gives; undefined: the member is away. */
export async function unlessAway<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MemberAway) return undefined;
    throw error;
  }
}
