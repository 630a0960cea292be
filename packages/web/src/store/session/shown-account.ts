import { firstAccount } from "@pismo/jmap";
import { accountInAddress, inAccount } from "./account-address.ts";
import { givenSession } from "./session.ts";

/** An address of ours in the account of the address that is shown, unless it names another. */
export function inShownAccount(to: string): string {
  const session = givenSession();
  const shown = accountInAddress();
  // From the address of an account that is not there, links lead home.
  const isThere = !session || shown === null || session.accounts[shown] !== undefined;
  return inAccount(to, session && firstAccount(session), isThere ? shown : null);
}
