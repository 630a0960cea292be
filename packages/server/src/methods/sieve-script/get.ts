import { SIEVE, type SieveScript } from "@pismo/jmap";
import { getSieveScripts } from "../../store/rules/sieve-scripts.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { getShape, standardGet } from "../standard/get.ts";

const standard = ["id", "name", "blobId", "isActive"] as const;
const known = [...standard, "lastFailure", "isAtServer", "runsBeside"] as const;

/** SieveScript/get: RFC 9661 §2.2. What is not of the standard is told where it is asked for. */
export const get: Method<"SieveScript/get"> = {
  capability: SIEVE,
  parse: (args) => checkArguments(getShape, args),
  run(args, call) {
    // What was changed there comes as a change.
    call.context.sieveServers?.look(args.accountId);
    return standardGet<SieveScript>(
      { ...args, properties: args.properties ?? [...standard] },
      call,
      "SieveScript",
      known,
      getSieveScripts,
    );
  },
};
