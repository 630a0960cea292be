/** What comes from an address or a domain goes to Spam or to the trash: before all other rules, none of which is looked at. */
import type { Rule, WholeField } from "./rule-script.ts";

/** @param begun a new rule @param spam undefined: into the trash */
export const blockingRule = (
  begun: Rule,
  sender: { kind: WholeField; text: string },
  spam: Rule["folder"] | undefined,
): Rule => ({
  ...begun,
  conditions: [sender],
  stops: true,
  ...(spam ? { folder: spam } : { toTrash: true }),
});
