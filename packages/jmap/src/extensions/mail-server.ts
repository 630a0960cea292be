/**
 * Accounts whose letters lie on a server elsewhere: an extension of ours. They are added, changed and removed here; a
 * caller who may do that finds the capability in the session. Nothing of it belongs to one account (as RFC 8620 §7.2 of
 * push subscriptions), so no method has an accountId, and there are no states. Passwords go in and never come out.
 */
import type { GetArgs, GetResult, Id, PatchObject, SetArgs, SetResult } from "../core/core.ts";

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
  /** What is known of the operator of the servers; null: unknown. */
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
