import { SetFailure, SIEVE, type SieveScriptValidateArgs } from "@pismo/jmap";
import { checkArguments, id } from "../checks.ts";
import type { Method } from "../context.ts";
import { readScript } from "./read-script.ts";

/** SieveScript/validate: RFC 9661 §2.5. Nothing is stored. */
export const validate: Method<"SieveScript/validate"> = {
  capability: SIEVE,
  parse: (args) => checkArguments<SieveScriptValidateArgs>({ accountId: id, blobId: id }, args),
  async run({ accountId, blobId }, call) {
    try {
      await readScript(accountId, blobId, call);
      return { accountId, error: null };
    } catch (error) {
      if (error instanceof SetFailure) return { accountId, error: error.error };
      throw error;
    }
  },
};
