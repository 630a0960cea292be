/** Scripts that come to the mail server lie there before anything is changed here. */
import { type Id, SetFailure, type SieveScriptSetArgs } from "@pismo/jmap";
import type { KnownScript } from "../../../store/rules/server-scripts.ts";
import type { Call, SieveServer } from "../../context.ts";
import { assertRunsHere } from "../read-script.ts";
import type { Contents } from "../write-scripts.ts";

interface Coming {
  name: unknown;
  blobId: unknown;
  /** As it is called here now; undefined: it is created. */
  before: string | undefined;
}

function comingOf({ create, update }: SieveScriptSetArgs, before: readonly KnownScript[], call: Call): Coming[] {
  const here = new Map(before.filter(({ isAtServer }) => !isAtServer).map((script) => [script.id, script.name]));
  const created = Object.values(create ?? {}).map(({ name, blobId }) => ({ name, blobId, before: undefined }));
  const updated = Object.entries(update ?? {}).flatMap(([key, patch]) => {
    const name = here.get(call.createdIds.resolve(key));
    return name === undefined ? [] : [{ name: patch["name"] ?? name, blobId: patch["blobId"], before: name }];
  });
  return [...created, ...updated];
}

/** What the server refuses runs here if it did before, and else is not made. */
async function settledHere(accountId: Id, text: string, failure: SetFailure, call: Call): Promise<true | SetFailure> {
  try {
    await assertRunsHere(accountId, text, call);
    return true;
  } catch (error) {
    // The server's word says more than that.
    if (error instanceof SetFailure) return failure;
    throw error;
  }
}

/** @returns the contents, of which those that the server has refused run here, or fail */
export async function putAhead(
  args: SieveScriptSetArgs,
  before: readonly KnownScript[],
  contents: Contents,
  server: Pick<SieveServer, "put">,
  call: Call,
): Promise<Contents> {
  const placed = new Map(contents);
  const taken = new Set(before.map(({ name }) => name));
  for (const { name, blobId, before: own } of comingOf(args, before, call)) {
    const content = placed.get(blobId);
    if (!content || content instanceof SetFailure || !content.isAtServer) continue;
    // What has a name of another one is refused when it is written, and a name that is left out is found then.
    if (typeof name !== "string" || (name !== own && taken.has(name))) continue;
    taken.add(name);
    const failure = await server.put(name, content.text);
    if (!failure) continue;
    const isHere = own === undefined ? failure : await settledHere(args.accountId, content.text, failure, call);
    placed.set(blobId, isHere === true ? { ...content, isAtServer: false } : isHere);
  }
  return placed;
}
