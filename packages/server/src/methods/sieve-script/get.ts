import { SIEVE, type SieveScript } from "@pismo/jmap";
import { getSieveScripts } from "../../store/rules/sieve-scripts.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { getShape, standardGet } from "../standard/get.ts";

const properties = ["id", "name", "blobId", "isActive"] as const;

/** SieveScript/get: RFC 9661 §2.2. */
export const get: Method<"SieveScript/get"> = {
  capability: SIEVE,
  parse: (args) => checkArguments(getShape, args),
  run: (args, call) => standardGet<SieveScript>(args, call, "SieveScript", properties, getSieveScripts),
};
