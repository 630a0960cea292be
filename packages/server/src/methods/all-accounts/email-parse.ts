/** Email/parse of the merged account: letters that are files of its Emails. */
import { type Id, idOfMember, type MethodArgs, type MethodResult } from "@pismo/jmap";
import { parse } from "../email/parse.ts";
import { valueOf } from "../raw-json.ts";
import { assertGetSize } from "../standard/get.ts";
import { orNull } from "../standard/outcomes.ts";
import { emailOfMember } from "./email-objects.ts";
import { MergedMailboxes } from "./mailboxes.ts";
import { type MergedCall, splitIds } from "./members.ts";
import { askMember, remoteMember } from "./remote/ask.ts";

/** A message that is parsed lies in none. */
const noMailboxes = new MergedMailboxes(new Map());

export async function parseEmailsOfAll(
  args: MethodArgs<"Email/parse">,
  call: MergedCall,
): Promise<MethodResult<"Email/parse">> {
  assertGetSize(args.blobIds.length, call);
  const { own, notFound } = splitIds(args.blobIds, call);
  const parsed: NonNullable<MethodResult<"Email/parse">["parsed"]> = {};
  const notParsable: Id[] = [];
  const parseIn = async (accountId: Id, blobIds: Id[]) => {
    const member = await remoteMember(accountId, call);
    if (!member) return valueOf(await parse.run({ ...args, accountId, blobIds }, call));
    const { accountId: _, ...asked } = args;
    return askMember(member, "Email/parse", { ...asked, blobIds });
  };
  for (const [accountId, blobIds] of own) {
    const result = await parseIn(accountId, blobIds);
    for (const [blobId, email] of Object.entries(result.parsed ?? {})) {
      parsed[idOfMember(accountId, blobId)] = emailOfMember(accountId, email, noMailboxes);
    }
    notParsable.push(...(result.notParsable ?? []).map((id) => idOfMember(accountId, id)));
    notFound.push(...(result.notFound ?? []).map((id) => idOfMember(accountId, id)));
  }
  return {
    accountId: args.accountId,
    parsed: orNull(parsed),
    notParsable: orNull(notParsable),
    notFound: orNull(notFound),
  };
}
