import { type Id, SetFailure, SIEVE, type SieveScriptSetArgs } from "@pismo/jmap";
import { getSievePlace } from "../../store/rules/manage-sieve.ts";
import type { ScriptContent } from "../../store/rules/sieve-scripts.ts";
import { boolean, checkArguments, id, maybe } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { settled } from "../standard/outcomes.ts";
import { assertSetSize, setShape } from "../standard/set.ts";
import { setAtServer } from "./at-server/set-at-server.ts";
import { readScript } from "./read-script.ts";
import { type Contents, writeScripts } from "./write-scripts.ts";

/** @param read the text of a blob, and whether the mail server runs it @throws SetFailure (from that) */
async function readContents(
  { create, update }: SieveScriptSetArgs,
  { context: { store } }: Call,
  read: (blobId: Id) => Promise<Pick<ScriptContent, "text" | "isAtServer">>,
): Promise<Contents> {
  const given = [...Object.values(create ?? {}), ...Object.values(update ?? {})].map((each) => each?.["blobId"]);
  const contents = new Map<unknown, ScriptContent | SetFailure>();
  for (const blobId of new Set(given)) {
    if (typeof blobId !== "string") continue;
    const content = await settled(async () => {
      const script = await read(blobId);
      return { ...script, ...(await store.blobs.put(Buffer.from(script.text))) };
    });
    contents.set(blobId, content);
  }
  return contents;
}

/** SieveScript/set: RFC 9661 §2.3. */
export const set: Method<"SieveScript/set"> = {
  capability: SIEVE,
  parse: (args) =>
    checkArguments<SieveScriptSetArgs>(
      {
        ...setShape(),
        onSuccessActivateScript: maybe(id),
        onSuccessDeactivateScript: maybe(boolean),
        onSuccessKeepActive: maybe(boolean),
      },
      args,
    ),
  async run(args, call) {
    assertSetSize(args, call);
    const { accountId } = args;
    const { store, sieveServers } = call.context;
    const place = sieveServers && (await store.read((reader) => getSievePlace(reader, accountId)));
    if (sieveServers && place?.at) {
      return setAtServer(args, call, {
        sieveServers,
        extensions: place.extensions,
        readContents: (read) => readContents(args, call, read),
      });
    }
    const contents = await readContents(args, call, async (blobId) => ({
      text: await readScript(accountId, blobId, call),
    }));
    return store.write((tx) => writeScripts(tx, args, call, contents), { accountId });
  },
};
