import type { Translation } from "../catalogue.ts";
import type { actions as russian } from "../ru/actions.ts";

export const actions: Translation<typeof russian> = {
  reply: "Reply",
  replyAll: "Reply all",
  forward: "Forward",
};
