import { answerAction } from "./answer.ts";

export const reply = answerAction("reply", { id: "reply", icon: "reply", shortcut: "R" });
