/** File/parse of the merged account. */
import { type Id, idOfMember, type MethodArgs, type MethodResult } from "@pismo/jmap";
import { parse } from "../file/parse.ts";
import { valueOf } from "../raw-json.ts";
import { assertGetSize } from "../standard/get.ts";
import { orNull } from "../standard/outcomes.ts";
import { type MergedCall, ofLocalMembers, splitIds } from "./members.ts";

export async function parseFilesOfAll(
  { accountId, blobIds }: MethodArgs<"File/parse">,
  call: MergedCall,
): Promise<MethodResult<"File/parse">> {
  assertGetSize(blobIds.length, call);
  // What other servers have is downloaded from there.
  const { own, notFound } = splitIds(blobIds, ofLocalMembers(call));
  const parsed: NonNullable<MethodResult<"File/parse">["parsed"]> = {};
  const notParsable: Id[] = [];
  for (const [member, ids] of own) {
    const nameOf = (id: Id): Id => idOfMember(member, id);
    const result = valueOf(await parse.run({ accountId: member, blobIds: ids }, call));
    for (const [id, text] of Object.entries(result.parsed ?? {})) parsed[nameOf(id)] = text;
    notParsable.push(...(result.notParsable ?? []).map(nameOf));
    notFound.push(...(result.notFound ?? []).map(nameOf));
  }
  return { accountId, parsed: orNull(parsed), notParsable: orNull(notParsable), notFound: orNull(notFound) };
}
