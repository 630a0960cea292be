/** What a draft that is taken up again was written with. */
import { DRAFT, type Email, type Id } from "@pismo/jmap";
import { getAccounts, request } from "../session/session.ts";
import { type CanceledWishes, canceledWishes } from "../submissions/canceled.ts";
import { type DraftWishes, type Original, wishesIn, wishProperties } from "./draft-wishes.ts";

/** @throws what the request throws */
export async function loadWishes(accountId: Id, draftId: Id): Promise<DraftWishes & CanceledWishes> {
  const [kept, canceled] = await Promise.all([keptWishes(accountId, draftId), canceledWishes(accountId, draftId)]);
  const { original, ...wishes } = kept;
  const isThere = original && (await isFound(original, accountId));
  return { ...wishes, ...canceled, ...(isThere && { original }) };
}

/** A letter of others may have such fields too: it is no draft. */
async function keptWishes(accountId: Id, draftId: Id): Promise<DraftWishes> {
  const properties = ["keywords" as const, ...wishProperties];
  const get = await request((calls) => calls.call("Email/get", { accountId, ids: [draftId], properties }));
  const [email] = get.result().list;
  return email?.keywords?.[DRAFT] ? wishesIn(email) : {};
}

/** It may have been deleted since, or moved to another account. */
async function isFound({ id, accountId: other }: Original, own: Id): Promise<boolean> {
  const accountId = other ?? own;
  if (!getAccounts().some((account) => account.accountId === accountId)) return false;
  const properties: (keyof Email)[] = ["id"];
  const get = await request((calls) => calls.call("Email/get", { accountId, ids: [id], properties })).catch(() => null);
  return get !== null && get.result().list.length > 0;
}
