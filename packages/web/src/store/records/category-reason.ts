/** Why an Email has its category, from servers that say so. */
import { addressKey, CATEGORIES, type CategoryReason, type Id } from "@pismo/jmap";
import { getEmailRow } from "./email.ts";
import { getAccount, getSession, request } from "../session/session.ts";

/** Whether the server of the shown account says why, and learns from corrections. */
export function explainsCategories(): boolean {
  const account = getSession()?.accounts[getAccount().accountId];
  return account !== undefined && CATEGORIES in account.accountCapabilities;
}

/** Whether what one chooses for this Email is remembered for its sender: not for one's own Emails. */
export function learnsCategory(id: Id): boolean {
  const sender = getEmailRow(id)?.from?.[0]?.email;
  return explainsCategories() && sender !== undefined && addressKey(sender) !== addressKey(getAccount().email);
}

/** null where the server does not know, or cannot be asked. */
export async function loadCategoryReason(id: Id, signal: AbortSignal): Promise<CategoryReason | null> {
  if (!explainsCategories()) return null;
  const { accountId } = getAccount();
  try {
    const get = await request((calls) => calls.call("EmailCategory/get", { accountId, ids: [id] }), signal);
    return get.result().list[0]?.reason ?? null;
  } catch {
    return null;
  }
}
