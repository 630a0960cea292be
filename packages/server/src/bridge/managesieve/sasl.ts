/** Signing in (RFC 5804 §2.1) with what the account signs in with at its IMAP server. */
import { SignInNeeded } from "../imap/connection/errors.ts";
import { Scram } from "./scram.ts";

export type Login = { username: string } & ({ password: string } | { accessToken: string });

/** One exchange; none of its messages may be logged. */
export interface Exchange {
  mechanism: string;
  first: string;
  answer(challenge: string): string | Promise<string>;
  /** Whether the last words of the server, if there are any, are those of one that knows the secret. */
  accepts(final: string | undefined): boolean;
}

const bearer = (mechanism: string, first: string): Exchange => ({
  mechanism,
  first: `${first}\u0001\u0001`,
  // RFC 7628 §3.2.3: the failure is in a challenge, which the client answers before the refusal.
  answer: () => "\u0001",
  accepts: () => true,
});

function scram(mechanism: "SCRAM-SHA-256" | "SCRAM-SHA-1", username: string, password: string): Exchange {
  const exchange = new Scram(mechanism === "SCRAM-SHA-1" ? "sha1" : "sha256", username, password);
  let isChecked = false;
  return {
    mechanism,
    first: exchange.first,
    answer(challenge) {
      if (!challenge.startsWith("v=")) return exchange.answer(challenge);
      isChecked = exchange.isServer(challenge);
      if (!isChecked) throw new SignInNeeded("the server does not know the password");
      return "";
    },
    accepts: (final) => isChecked || (final !== undefined && exchange.isServer(final)),
  };
}

/**
 * Over TLS PLAIN first, as at the IMAP server: some offer SCRAM to people whose passwords they keep in another form.
 * @throws SignInNeeded the server offers nothing that the account has
 */
export function exchangeFor(login: Login, offered: ReadonlySet<string>, isEncrypted: boolean): Exchange {
  const { username } = login;
  if ("accessToken" in login) {
    const token = `auth=Bearer ${login.accessToken}`;
    if (offered.has("OAUTHBEARER")) return bearer("OAUTHBEARER", `n,a=${username},\u0001${token}`);
    if (offered.has("XOAUTH2")) return bearer("XOAUTH2", `user=${username}\u0001${token}`);
    throw new SignInNeeded("the server takes no access token for rules");
  }
  const { password } = login;
  const plain: Exchange = {
    mechanism: "PLAIN",
    first: `\0${username}\0${password}`,
    answer: () => "",
    accepts: () => true,
  };
  if (isEncrypted && offered.has("PLAIN")) return plain;
  for (const mechanism of ["SCRAM-SHA-256", "SCRAM-SHA-1"] as const)
    if (offered.has(mechanism)) return scram(mechanism, username, password);
  if (offered.has("PLAIN")) return plain;
  throw new SignInNeeded("the server takes no password for rules");
}
