import { type Identity, SUBMISSION } from "@pismo/jmap";
import { getIdentities } from "../../store/submission/identities.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { getShape, standardGet } from "../standard/get.ts";

const properties = ["id", "name", "email", "replyTo", "bcc", "textSignature", "htmlSignature", "mayDelete"] as const;

/** Identity/get: RFC 8621 §6.1. */
export const get: Method<"Identity/get"> = {
  capability: SUBMISSION,
  parse: (args) => checkArguments(getShape, args),
  run: (args, call) => standardGet<Identity>(args, call, "Identity", properties, getIdentities),
  isRepeatable: () => true,
};
