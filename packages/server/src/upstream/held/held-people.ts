/** In whose name what is held is submitted. */
import type { Id } from "@pismo/jmap";
import { liveCredentials } from "../../store/auth/browser-sessions.ts";
import { getJmapAccount } from "../../store/auth/jmap-accounts.ts";
import type { Reader } from "../../store/db/reader.ts";
import type { UpstreamPerson } from "../upstream.ts";

export interface HeldPeople {
  /** The same person by each credential that is there. Empty: there is none. */
  of(reader: Reader, accountId: Id): Promise<UpstreamPerson[]>;
  /** The credentials are those of the person's sessions, and end with them. */
  signIn: boolean;
}

/** Personal mode: the credential lies with the account. */
export const accountPeople: HeldPeople = {
  signIn: false,
  async of(reader, accountId) {
    const account = await getJmapAccount(reader, accountId);
    return account ? [account] : [];
  },
};

/** In front of a hosted engine. */
export const signedInPeople: HeldPeople = {
  signIn: true,
  async of(reader, accountId) {
    return (await liveCredentials(reader, accountId)).map(({ credential }) => ({ accountId, credential }));
  },
};
