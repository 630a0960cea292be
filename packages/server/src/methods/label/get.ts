import { type Label, LABELS } from "@pismo/jmap";
import { getLabels } from "../../store/labels/labels.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertProperties, getShape, pick, standardGet } from "../standard/get.ts";
import { countElsewhere } from "./counts-elsewhere.ts";

const properties = ["id", "keyword", "name", "color", "parentId", "totalEmails", "unreadEmails"] as const;

/** Label/get: as RFC 8620 §5.1. */
export const get: Method<"Label/get"> = {
  capability: LABELS,
  parse: (args) => checkArguments(getShape, args),
  async run(args, call) {
    const { upstreamMail: mail } = call.context;
    if (!mail) return standardGet<Label>(args, call, "Label", properties, getLabels);
    assertProperties(args.properties, (property) => (properties as readonly string[]).includes(property));
    // Counting needs the keywords, whatever is asked for.
    const whole = { ...args, properties: null };
    const answer = await standardGet<Label>(whole, call, "Label", properties, getLabels);
    const counted = await countElsewhere(mail, answer.list as Label[]);
    return { ...answer, list: counted.map((label) => pick(label, args.properties)) };
  },
};
