/** Sends what rules want sent because of a letter that arrived: on to others, a rejection, an answer. */
import { deleteDueReply, type DueReply, listDueReplies } from "../../../store/rules/rule-replies.ts";
import { startDueQueue } from "../due-queue.ts";
import { answerByRule } from "./answer.ts";
import { redirectByRule } from "./redirect.ts";
import type { RuleReplyOptions } from "./reply-options.ts";

/** Works until it is closed. */
export function startRuleReplies(options: RuleReplyOptions): { close(): Promise<void> } {
  const { store, log, pauseMs } = options;
  return startDueQueue<DueReply>({
    store,
    log,
    name: "What rules send",
    pauseMs,
    list: listDueReplies,
    keyOf: ({ emailId, position }) => `${emailId} ${position}`,
    async handle(due) {
      await (due.reply.kind === "redirect"
        ? redirectByRule(due, due.reply, options)
        : answerByRule(due, due.reply, options));
      // Of what was sent it is gone already.
      await store.write((tx) => deleteDueReply(tx, due).then(() => []));
    },
  });
}
