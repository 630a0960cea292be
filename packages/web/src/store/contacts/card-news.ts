/** Whether news is of an account's cards. */
import { ALL_ACCOUNTS_ID, type Id } from "@pismo/jmap";
import { serverOf } from "../session/session.ts";
import type { News } from "../sync/news.ts";

/** Of an account at another server it comes with that of all together, where that account is not shown alone. */
export const isOfCards = (changed: News, accountId: Id): boolean =>
  !changed ||
  changed[accountId]?.ContactCard !== undefined ||
  (serverOf(accountId) !== "" && changed[ALL_ACCOUNTS_ID]?.ContactCard !== undefined);
