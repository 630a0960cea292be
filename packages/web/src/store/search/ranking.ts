/** Whether the server can put the best matches of a search first: a sort property of ours (FILE_NAMES). */
import { type Id, MAIL } from "@pismo/jmap";
import { useSessionState } from "../session/session.ts";

export const useCanRank = (accountId: Id): boolean =>
  useSessionState(({ session }) => {
    const mail = session?.accounts[accountId]?.accountCapabilities[MAIL];
    // Cyrus gives them under another name.
    const options = mail?.emailQuerySortOptions as readonly string[] | undefined;
    return options?.includes("relevance") === true;
  });
