/** Which account has an Email whose address names none. */
import { ALL_ACCOUNTS_ID, allAccountsOf, type Id, remoteAccountOf } from "@pismo/jmap";
import { getAccount, givenSession, request } from "../session/session.ts";

/**
 * Among the accounts beside the shown one whose mail lies with the server itself: there no id is that of two Emails.
 * @returns undefined: none of them, or the server is away
 */
export async function accountOfEmail(emailId: Id): Promise<Id | undefined> {
  const session = givenSession();
  const others = (allAccountsOf(session, ALL_ACCOUNTS_ID)?.members ?? [])
    .map(({ id }) => id)
    .filter((id) => id !== getAccount().accountId && !remoteAccountOf(session, id));
  if (others.length === 0) return undefined;
  try {
    const gets = await request((calls) =>
      others.map((accountId) => calls.call("Email/get", { accountId, ids: [emailId], properties: ["id"] })),
    );
    return others.find((_, at) => gets[at]!.result().list.length > 0);
  } catch {
    return undefined;
  }
}
