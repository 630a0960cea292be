import { type Label, LABELS } from "@pismo/jmap";
import { getLabels } from "../../store/labels/labels.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { getShape, standardGet } from "../standard/get.ts";

const properties = ["id", "keyword", "name", "color", "parentId", "totalEmails", "unreadEmails"] as const;

/** Label/get: as RFC 8620 §5.1. */
export const get: Method<"Label/get"> = {
  capability: LABELS,
  parse: (args) => checkArguments(getShape, args),
  run: (args, call) => standardGet<Label>(args, call, "Label", properties, getLabels),
};
