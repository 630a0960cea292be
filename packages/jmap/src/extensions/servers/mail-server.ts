/**
 * Accounts with servers of their own, a mirrored IMAP server or a JMAP server: an extension of ours, to add, change and
 * remove them. The session of a caller who may do so has the capability. A MailServer does not belong to an account (like
 * a PushSubscription, RFC 8620 §7.2), so no method has an accountId, and there are no states. Passwords are never
 * returned.
 */
import type { GetArgs, GetResult, Id, PatchObject, SetArgs, SetResult, UTCDate } from "../../core/core.ts";

export const MAIL_SERVERS = "tag:pismo.localhost,2026:mail-servers";

/** tls: implicit; starttls: required before the sign-in; plain: unencrypted. */
export type ServerSecurity = "tls" | "starttls" | "plain";

export interface ServerEndpoint {
  host: string;
  port: number;
  security: ServerSecurity;
}

/** A mirrored account's: the login name is the same at both. */
export interface ImapServers {
  username: string;
  imap: ServerEndpoint;
  /** null: the account cannot send. */
  smtp: ServerEndpoint | null;
}

/** An account's at a JMAP server, which sends too. */
export interface JmapServer {
  username: string;
  /** The URL of its session, or of the server, which then says where that is (RFC 8620 §2.2). */
  jmapUrl: string;
}

/** The servers of an account: IMAP and SMTP, or JMAP. */
export interface MailServer {
  /** The account's. */
  id: Id;
  /** The person's name in From. */
  name: string;
  email: string;
  username: string;
  /** null: a JMAP server has the mail. */
  imap: ServerEndpoint | null;
  /** null: the account cannot send, or by JMAP. */
  smtp: ServerEndpoint | null;
  /** null: an IMAP server has the mail. */
  jmapUrl: string | null;
}

/** `password` is write-only; at a JMAP server it may be a token. One of `imap` and `jmapUrl` is given. */
export type NewMailServer = Omit<MailServer, "id" | "jmapUrl"> &
  Partial<Pick<MailServer, "jmapUrl">> & { password: string };

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
  found: ((ImapServers | JmapServer) & { source: DiscoverySource }) | null;
  /** The operator of the servers; null: unknown. */
  provider: MailProvider | null;
}

/**
 * provider: from the bundled list; autoconfig: the domain's own page; srv: RFC 6186, RFC 8620 §2.2; wellKnown: the
 * domain's own JMAP server; mx: by the domain's MX; guess: a usual name that answered.
 */
export type DiscoverySource = "provider" | "autoconfig" | "srv" | "wellKnown" | "mx" | "guess";

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

/**
 * Whether the account's own server lets it send from these addresses: asked once a day each by MAIL FROM and RSET after the
 * sign-in, so that nothing is sent.
 */
export interface MailServerTrySendersArgs {
  /** The account's. */
  id: Id;
  emails: string[];
}

export interface SenderTrial {
  email: string;
  /** false: it is not known. Many servers (Postfix, as it comes) judge a sender only together with a recipient. */
  isRefused: boolean;
  /** With which words. */
  reply: string | null;
  /** null: the server could not be asked. */
  triedAt: UTCDate | null;
}

export interface MailServerTrySendersResult {
  id: Id;
  list: SenderTrial[];
}
