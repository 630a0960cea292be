/** File/parse of the merged account. */
import { FILES, type Id, idOfMember, type MethodArgs, type MethodResult } from "@pismo/jmap";
import { parse } from "../../file/parse.ts";
import { valueOf } from "../../raw-json.ts";
import { assertGetSize } from "../../standard/get.ts";
import { orNull } from "../../standard/outcomes.ts";
import { type MergedCall, splitIds } from "../members.ts";
import { askMember, remoteMember, unlessAway } from "../remote/ask.ts";

type Parsed = Omit<MethodResult<"File/parse">, "accountId">;

export async function parseFilesOfAll(
  { accountId, blobIds }: MethodArgs<"File/parse">,
  call: MergedCall,
): Promise<MethodResult<"File/parse">> {
  assertGetSize(blobIds.length, call);
  const { own, notFound } = splitIds(blobIds, call);
  const parsed: NonNullable<Parsed["parsed"]> = {};
  const notParsable: Id[] = [];
  for (const [member, ids] of own) {
    const nameOf = (id: Id): Id => idOfMember(member, id);
    const result = call.localIds.includes(member)
      ? valueOf(await parse.run({ accountId: member, blobIds: ids }, call))
      : await parseThere(member, ids, call);
    for (const [id, text] of Object.entries(result.parsed ?? {})) parsed[nameOf(id)] = text;
    notParsable.push(...(result.notParsable ?? []).map(nameOf));
    notFound.push(...(result.notFound ?? []).map(nameOf));
  }
  return { accountId, parsed: orNull(parsed), notParsable: orNull(notParsable), notFound: orNull(notFound) };
}

/** By a server that offers it; what others have is downloaded. */
async function parseThere(accountId: Id, blobIds: Id[], call: MergedCall): Promise<Parsed> {
  const found = await unlessAway(async () => {
    const member = await remoteMember(accountId, call);
    return member?.has(FILES) ? askMember(member, "File/parse", { blobIds }) : undefined;
  });
  return found ?? { parsed: null, notParsable: null, notFound: blobIds };
}
