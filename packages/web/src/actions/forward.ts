import { answerAction } from "./answer.ts";

export const forward = answerAction("forward", { id: "forward", icon: "forward", shortcut: "F" });
