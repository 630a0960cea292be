import { type ConversationArrangeArgs, CONVERSATIONS, type Id, MethodError } from "@pismo/jmap";
import { arrangeThreads } from "../../store/threads/arrange-threads.ts";
import { checkArguments, id, mapOf, nullable, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { Outcomes } from "../standard/outcomes.ts";

const shape: Shape<ConversationArrangeArgs> = { accountId: id, emails: mapOf(id, nullable(id)) };

/** Conversation/arrange: an extension of ours, see CONVERSATIONS. */
export const arrange: Method<"Conversation/arrange"> = {
  capability: CONVERSATIONS,
  parse: (args) => checkArguments(shape, args),
  run({ accountId, emails }, call) {
    const { maxObjectsInSet } = call.context.limits;
    const wanted = Object.entries(emails);
    if (wanted.length > maxObjectsInSet)
      throw new MethodError("requestTooLarge", `More than ${maxObjectsInSet} Emails`);
    return call.context.store.write(
      async (tx) => {
        const outcomes = new Outcomes<{ from: Id; to: Id }>();
        for (const [emailId, outcome] of await arrangeThreads(tx, accountId, wanted)) outcomes.note(emailId, outcome);
        return { accountId, arranged: outcomes.done, notArranged: outcomes.failed };
      },
      { accountId },
    );
  },
};
