/** How many Emails of the shown account wait in Drafts to be sent: they are not counted there. */
import { createSignal, useSignal } from "../signal.ts";

export const pendingCount = createSignal(0);

export const usePendingCount = (): number => useSignal(pendingCount);
