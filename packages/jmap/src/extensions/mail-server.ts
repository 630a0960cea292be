/**
 * Mirrored accounts and their servers: an extension of ours, to add, change and remove them. The session of a caller
 * who may do so has the capability. A MailServer does not belong to an account (like a PushSubscription, RFC 8620 §7.2),
 * so no method has an accountId, and there are no states. Passwords are never returned.
 */
import type { GetArgs, GetResult, Id, PatchObject, SetArgs, SetResult } from "../core/core.ts";

export const MAIL_SERVERS = "tag:pismo.localhost,2026:mail-servers";

/** tls: implicit; starttls: required before the sign-in; plain: unencrypted. */
export type ServerSecurity = "tls" | "starttls" | "plain";

export interface ServerEndpoint {
  host: string;
  port: number;
  security: ServerSecurity;
}

/** The servers of an account. */
export interface MailServer {
  /** The account's. */
  id: Id;
  /** The person's name in From. */
  name: string;
  email: string;
  /** The login name at both servers. */
  username: string;
  imap: ServerEndpoint;
  /** null: the account cannot send. */
  smtp: ServerEndpoint | null;
}

/** `password` is write-only. */
export type NewMailServer = Omit<MailServer, "id"> & { password: string };

export interface MailProvider {
  name: string;
  /** How programs sign in; bridge: only through the provider's own program on the person's machine. */
  signIn: "password" | "appPassword" | "oauth" | "bridge";
  /** The provider's instructions. */
  helpUrl: string | null;
}

export interface MailServerDiscoverArgs {
  email: string;
}

export interface MailServerDiscoverResult {
  email: string;
  /** The most certain result in time; null: none. No password is sent. */
  found: (Pick<MailServer, "username" | "imap" | "smtp"> & { source: DiscoverySource }) | null;
  /** The operator of the servers; null: unknown. */
  provider: MailProvider | null;
}

/** provider: from the bundled list; autoconfig: the domain's own page; srv: RFC 6186; mx: by the domain's MX; guess: a usual name that answered. */
export type DiscoverySource = "provider" | "autoconfig" | "srv" | "mx" | "guess";

export type MailServerGetArgs = Omit<GetArgs, "accountId">;
export type MailServerGetResult = Omit<GetResult<Partial<MailServer>>, "accountId" | "state">;

/**
 * New servers and passwords are tried first; a failure changes nothing: "invalidProperties" with `problem` and the
 * properties that it concerns. "alreadyExists": there is an account with this address. Destroying removes the account
 * here; its servers stay unchanged.
 */
export interface MailServerSetArgs {
  create?: Record<Id, NewMailServer> | null;
  /** Properties of NewMailServer except `email`; no paths into them. */
  update?: Record<Id, PatchObject> | null;
  destroy?: SetArgs<MailServer>["destroy"];
  /** Destroys even where changes have not reached the server yet; otherwise the error is "changesWaiting". */
  onDestroyLoseChanges?: boolean;
}
export type MailServerSetResult = Omit<SetResult<MailServer>, "accountId" | "oldState" | "newState">;
