import { type Deadline, DEADLINES } from "@pismo/jmap";
import { getDeadlines } from "../../store/facts/deadlines.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { getShape, standardGet } from "../standard/get.ts";

const properties = ["id", "kind", "title", "at", "timeZone", "emailIds", "state", "laterUntil"] as const;

/** Deadline/get: as RFC 8620 §5.1. */
export const get: Method<"Deadline/get"> = {
  capability: DEADLINES,
  parse: (args) => checkArguments(getShape, args),
  run: (args, call) => standardGet<Deadline>(args, call, "Deadline", properties, getDeadlines),
};
