/** Whether accounts can have files of letters (FILES, an extension of ours), and whether the shown one has any. */
import { FILES, type Id, type Session } from "@pismo/jmap";
import { hasCapability } from "../session/has-capability.ts";
import { request } from "../session/session.ts";
import { createPresence } from "../windowed/create-presence.ts";

/** @param session with the capabilities of accounts that lie with other servers */
export const hasFilesIn = (session: Session | undefined, accountId: Id): boolean =>
  hasCapability(session, accountId, FILES);

/** Not at each change of an Email: what the person does is one request (RFC 8621 §1.5 has the type). */
export const useHasFiles = createPresence(FILES, "EmailDelivery", async (accountId) => {
  const query = await request((calls) => calls.call("File/query", { accountId, limit: 1 }));
  return query.result().ids;
});
