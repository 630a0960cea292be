/** Where rules of the shown account send letters on; updated by push. */
import type { Id } from "@pismo/jmap";
import { getAccount } from "../session/session.ts";
import { createSignal, useSignal } from "../signal.ts";
import { submissionFollower } from "../submissions/follow-submissions.ts";
import { coalesce } from "../sync/coalesce.ts";
import { loadRedirects } from "./redirects.ts";

interface ShownRedirects {
  accountId: Id;
  /** Undefined until they are known; none where they cannot be had. */
  addresses: readonly string[] | undefined;
}

const shown = createSignal<ShownRedirects>({ accountId: "", addresses: undefined });

const load = coalesce(async () => {
  const { accountId } = getAccount();
  const list = await loadRedirects(accountId);
  // Another account is shown by now, and was asked for when it was.
  if (accountId === getAccount().accountId) shown.set({ accountId, addresses: list.map(({ address }) => address) });
}, withoutAnswer);

/** What was known stays. */
function withoutAnswer(): void {
  if (!shown.get().addresses) shown.set({ accountId: getAccount().accountId, addresses: [] });
}

/** Follows the shown account's. @returns a function that ends it */
export const followRedirects = submissionFollower("SieveScript", load, (accountId) =>
  shown.set({ accountId, addresses: undefined }),
);

export const useRedirects = (): ShownRedirects => useSignal(shown);
