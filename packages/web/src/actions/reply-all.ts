import { answerAction } from "./answer.ts";

export const replyAll = answerAction("replyAll", { id: "reply-all", icon: "reply-all", shortcut: "A" });
