import { SetFailure, SIEVE, type SieveScriptValidateArgs } from "@pismo/jmap";
import { getSievePlace } from "../../store/rules/manage-sieve.ts";
import { knownScripts } from "../../store/rules/server-scripts.ts";
import { checkArguments, id } from "../checks.ts";
import type { Call, Method } from "../context.ts";
import { placeScript } from "./at-server/place-script.ts";
import { readScript, readText } from "./read-script.ts";

/** @throws SetFailure */
async function assertValid({ accountId, blobId }: SieveScriptValidateArgs, call: Call): Promise<void> {
  const { store, sieveServers } = call.context;
  const place = sieveServers && (await store.read((reader) => getSievePlace(reader, accountId)));
  if (!sieveServers || !place?.at) return void (await readScript(accountId, blobId, call));
  const text = await readText(accountId, blobId, call);
  await sieveServers.change(accountId, async (server) => {
    const scripts = await store.read((reader) => knownScripts(reader, accountId));
    const there = scripts.flatMap((script) => (script.isAtServer ? [script.text] : []));
    await placeScript(accountId, text, there, server, call);
  });
  return undefined;
}

/** SieveScript/validate: RFC 9661 §2.5. Nothing is stored. */
export const validate: Method<"SieveScript/validate"> = {
  capability: SIEVE,
  parse: (args) => checkArguments<SieveScriptValidateArgs>({ accountId: id, blobId: id }, args),
  async run(args, call) {
    const { accountId } = args;
    try {
      await assertValid(args, call);
      return { accountId, error: null };
    } catch (error) {
      if (error instanceof SetFailure) return { accountId, error: error.error };
      throw error;
    }
  },
};
