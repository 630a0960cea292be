import { CORE } from "@pismo/jmap";
import type { Method } from "../context.ts";

/** Core/echo: RFC 8620 §4. */
export const echo: Method<"Core/echo"> = {
  capability: CORE,
  parse: (args) => args,
  run: (args) => Promise.resolve(args),
};
