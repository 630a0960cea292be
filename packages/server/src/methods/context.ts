/** What a request brings along to every method. */
import type {
  CoreCapability,
  Id,
  MailServerDiscoverResult,
  MethodArgs,
  MethodError,
  MethodName,
  MethodResult,
  NewMailServer,
  UnsubscribeOutcome,
} from "@pismo/jmap";
import type { Logger } from "../log.ts";
import type { PushSubscriptionRecord } from "../store/push-subscriptions.ts";
import type { Reader, Store } from "../store/store.ts";
import type { MimePool } from "../worker/pool.ts";
import type { CreatedIds } from "./created-ids.ts";
import type { Written } from "./written.ts";

/** Who calls, and the accounts that they may use; the first is the primary one. */
export interface Access {
  username: string;
  /** What they signed in with: push subscriptions belong to it (RFC 8620 §7.2). */
  credential: string;
  accountIds: readonly Id[];
}

/** Where letters can go. */
export interface SubmissionRules {
  /** There is a server that sends letters of this account to the rest of the world. */
  canRelay(reader: Reader, accountId: Id): Promise<boolean>;
  /** Where a recipient is: here, nowhere although the domain is ours, or on another server. */
  resolve(
    reader: Reader,
    address: string,
  ): Promise<{ kind: "local"; accountId: Id } | { kind: "unknown" | "elsewhere" }>;
  /** Behind the @ of Message-IDs made here. */
  domain: string;
}

/** Accounts with servers of their own. The one place where a method waits for the world outside: so does the person. */
export interface MailServers {
  discover(email: string): Promise<MailServerDiscoverResult>;
  /** Tries the servers and makes the account. @throws SetFailure invalidProperties, alreadyExists, rateLimit */
  add(server: NewMailServer): Promise<Id>;
  /** Tries what is new about the servers and keeps it. @throws SetFailure notFound, invalidProperties, rateLimit */
  change(accountId: Id, changes: Partial<Omit<NewMailServer, "email">>): Promise<void>;
  /** Forgets the account here. @throws SetFailure notFound, changesWaiting */
  remove(accountId: Id, losesChanges: boolean): Promise<void>;
}

export interface RequestContext {
  store: Store;
  mime: MimePool;
  access: Access;
  limits: CoreCapability;
  submission: SubmissionRules;
  log: Logger;
  sessionState: string;
  /** A push subscription was made: its verification has to be pushed (RFC 8620 §7.2.2). */
  onPushSubscription(subscription: PushSubscriptionRecord): void;
  /** Where this server gives a picture that lies elsewhere. */
  signImage(accountId: Id, url: string): string;
  /** Names of the servers whose Authentication-Results are believed, in lower case. */
  trustedServers: ReadonlySet<string>;
  /** Asks a list's server as RFC 8058 says; undefined: too often of late. */
  unsubscribe(url: string): Promise<UnsubscribeOutcome | undefined>;
  /** undefined: whoever calls may add and change no accounts. */
  mailServers: MailServers | undefined;
}

/** One method call of a request. */
export interface Call {
  context: RequestContext;
  createdIds: CreatedIds;
  /** Adds an implicit response with the same call id (RFC 8620 §3.4, §5.4; RFC 8621 §7.5); it may fail by itself. */
  follow<N extends MethodName>(name: N, result: MethodResult<N> | MethodError): void;
}

export interface Method<N extends MethodName> {
  capability: string;
  /** @throws MethodError invalidArguments */
  parse(args: Record<string, unknown>): MethodArgs<N>;
  run(args: MethodArgs<N>, call: Call): Promise<MethodResult<N> | Written<MethodResult<N>>>;
  /** Whether the result follows from the arguments and the store alone: the same until something is committed. */
  isRepeatable?(args: MethodArgs<N>, result: MethodResult<N> | Written<MethodResult<N>>): boolean;
}
