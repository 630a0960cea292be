/**
 * Accounts whose letters lie on a server elsewhere: an extension of ours. They are added, changed and removed here; a
 * caller who may do that finds the capability in the session. Nothing of it belongs to one account (as RFC 8620 §7.2 of
 * push subscriptions), so no method has an accountId, and there are no states. Passwords go in and never come out.
 */
import type { GetArgs, GetResult, Id, PatchObject, SetArgs, SetResult } from "./core.ts";

export const MAIL_SERVERS = "tag:pismo.localhost,2026:mail-servers";

/** tls: from the first octet; starttls: before the sign-in, or not at all; plain: nothing is hidden from the network. */
export type ServerSecurity = "tls" | "starttls" | "plain";

export interface ServerPlace {
  host: string;
  port: number;
  security: ServerSecurity;
}

/** How an account reaches its server. */
export interface MailServer {
  /** The account's. */
  id: Id;
  /** The name of the person, as it stands in From. */
  name: string;
  email: string;
  /** What one signs in as, at both servers. */
  username: string;
  imap: ServerPlace;
  /** null: letters cannot be sent. */
  smtp: ServerPlace | null;
}

/** `password` is written and never read. */
export type NewMailServer = Omit<MailServer, "id"> & { password: string };

/** Why servers cannot be used: a closed list, for the screen to put into words. */
export const mailServerProblems = [
  "wrongPassword",
  /** The provider wants a password made for programs, not the one of its web page. */
  "appPassword",
  /** The server takes no passwords, but tokens (RFC 7628). */
  "oauth",
  "noSuchServer",
  "unreachable",
  "timeout",
  "certificateExpired",
  "certificateSelfSigned",
  "certificateOtherHost",
  "certificateUntrusted",
  /** The server takes a password only where TLS hides it. */
  "plainRefused",
  /** STARTTLS was asked for, and the server has none. */
  "noStartTls",
  /** Something else answers there, or TLS where plain was meant, or the other way round. */
  "notMailServer",
  /** Anything else; `detail` says what. */
  "connection",
] as const;

export interface MailServerProblem {
  kind: (typeof mailServerProblems)[number];
  /** Which of the two. */
  server: "imap" | "smtp";
  /** What the server or the system said, in its own words; never a secret. */
  detail: string;
  /** With appPassword and oauth: where the provider explains it. */
  helpUrl: string | null;
}

export interface MailProvider {
  name: string;
  /** What it lets programs in by; bridge: only through a program of its own on one's machine. */
  signIn: "password" | "appPassword" | "oauth" | "bridge";
  /** Where the provider explains it. */
  helpUrl: string | null;
}

export interface MailServerDiscoverArgs {
  email: string;
}

export interface MailServerDiscoverResult {
  email: string;
  /** The most certain answer that came in time; null: nothing was found. No password was sent anywhere. */
  found: (Pick<MailServer, "username" | "imap" | "smtp"> & { source: DiscoverySource }) | null;
  /** What is known of who runs the servers; null: nobody known. */
  provider: MailProvider | null;
}

/** provider: from the bundled list; autoconfig: the domain's own page; srv: RFC 6186; mx: by who takes the domain's letters; guess: a usual name that answered. */
export type DiscoverySource = "provider" | "autoconfig" | "srv" | "mx" | "guess";

export type MailServerGetArgs = Omit<GetArgs, "accountId">;
export type MailServerGetResult = Omit<GetResult<Partial<MailServer>>, "accountId" | "state">;

/**
 * What is created or gets other servers or another password is tried first, and changes nothing where that fails:
 * "invalidProperties" with `problem` and the properties that it concerns. "alreadyExists": there is an account with this
 * address. Destroying forgets the account here; on its servers nothing changes.
 */
export interface MailServerSetArgs {
  create?: Record<Id, NewMailServer> | null;
  /** Whole properties of NewMailServer but `email`; no paths into them. */
  update?: Record<Id, PatchObject> | null;
  destroy?: SetArgs<MailServer>["destroy"];
  /** Also where changes have not reached the server yet; else "changesWaiting". */
  onDestroyLoseChanges?: boolean;
}
export type MailServerSetResult = Omit<SetResult<MailServer>, "accountId" | "oldState" | "newState">;
