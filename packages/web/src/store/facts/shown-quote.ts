/** The words of an opened letter that are marked because a fact was read there. */
import type { Id } from "@pismo/jmap";
import { createSignal, useSignal } from "../signal.ts";

const shown = createSignal<{ emailId: Id; quote: string } | undefined>(undefined);

export const showQuote = (emailId: Id, quote: string): void => shown.set({ emailId, quote });

export function hideQuote(emailId: Id): void {
  if (shown.get()?.emailId === emailId) shown.set(undefined);
}

export const useShownQuote = (emailId: Id): string | undefined =>
  useSignal(shown, (value) => (value?.emailId === emailId ? value.quote : undefined));
