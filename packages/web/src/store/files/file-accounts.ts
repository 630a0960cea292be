/** Which accounts' files can be listed (FILES, an extension of ours). */
import { type AccountInfo, useAccounts, useSessionState } from "../session/session.ts";
import { hasFilesIn } from "./has-files.ts";

/** In the order of the account menu. */
export function useFileAccounts(): AccountInfo[] {
  const session = useSessionState((state) => state.session);
  return useAccounts().filter(({ accountId }) => hasFilesIn(session, accountId));
}
