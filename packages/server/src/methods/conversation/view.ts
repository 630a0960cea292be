import { CONVERSATIONS } from "@pismo/jmap";
import type { Call } from "../context.ts";

/** Whether the caller sees Threads as the person has arranged them; for all others a threadId never changes. */
export const seesArranged = ({ using }: Pick<Call, "using">): boolean => using.includes(CONVERSATIONS);
