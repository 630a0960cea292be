/** What a method gets with its request. */
import type {
  AddressBookProvider,
  AddressBookServerPutArgs,
  CoreCapability,
  EmailHeader,
  FileText,
  Id,
  Invocation,
  MailServerDiscoverResult,
  MethodArgs,
  MethodError,
  MethodName,
  MethodResult,
  NewMailServer,
  SenderTrial,
  SetFailure,
  UnsubscribeOutcome,
} from "@pismo/jmap";
import type { Logger } from "../log.ts";
import type { RemoteMembers } from "./all-accounts/remote/remote-members.ts";
import type { PushSubscriptionRecord } from "../store/auth/push-subscriptions.ts";
import type { Reader, Store } from "../store/db/store.ts";
import type { MimePool } from "../worker/pool.ts";
import type { CreatedIds } from "./created-ids.ts";
import type { RawJson } from "./raw-json.ts";

/** The caller, and the accessible accounts; the first is the primary one. */
export interface Access {
  username: string;
  /** The credential of the caller: push subscriptions belong to it (RFC 8620 §7.2). */
  credential: string;
  /** Of the calling browser: equal for all its sessions since its sign-in. */
  sessionFamily?: number | undefined;
  accountIds: readonly Id[];
  /** Those that the caller's merged account shows together; undefined: there is none. */
  memberIds?: readonly Id[] | undefined;
}

export type RecipientPlace = { kind: "local"; accountId: Id } | { kind: "unknown" | "elsewhere" };

/** Where messages can be delivered. */
export interface SubmissionRules {
  /** An outgoing server delivers messages of all accounts. */
  hasRelay: boolean;
  /** Whether an outgoing server delivers messages of this account to other domains. */
  canRelay(reader: Reader, accountId: Id): Promise<boolean>;
  /** Whether the account may send from an address. */
  maySendFrom(reader: Reader, accountId: Id, address: string): Promise<boolean>;
  /** The same of many at once: those that it may send from. */
  sendersAmong(reader: Reader, accountId: Id, addresses: readonly string[]): Promise<ReadonlySet<string>>;
  /** Where recipients are, by address: local, unknown in our own domain, or remote. */
  resolve(reader: Reader, addresses: readonly string[]): Promise<ReadonlyMap<string, RecipientPlace>>;
  /** The domain of Message-IDs that are generated here. */
  domain: string;
}

/** Mirrored accounts. The only methods that wait for other servers, because the person waits for the result. */
export interface MailServers {
  discover(email: string): Promise<MailServerDiscoverResult>;
  /** Signs in at the servers and adds the account. @throws SetFailure invalidProperties, alreadyExists, rateLimit */
  add(server: NewMailServer): Promise<Id>;
  /** Tries the changed servers and stores them. @throws SetFailure notFound, invalidProperties, rateLimit */
  change(accountId: Id, changes: Partial<Omit<NewMailServer, "email">>): Promise<void>;
  /** Whether the account's own server lets it send from these addresses; nothing is sent. */
  trySenders(accountId: Id, emails: readonly string[]): Promise<SenderTrial[]>;
  /** Deletes the account here. @throws SetFailure notFound, changesWaiting */
  remove(accountId: Id, losesChanges: boolean): Promise<void>;
}

/** Sieve scripts that lie on the account's mail server (RFC 5804). The person waits for the result. */
export interface SieveServers {
  /** Soon, without waiting for it: scripts here are as they are there. @param isChanged its settings are others */
  look(accountId: Id, isChanged?: boolean): void;
  /**
   * Scripts here are as they are there when `work` begins, and nothing else of ours changes them.
   * @throws MethodError serverUnavailable
   */
  change<T>(accountId: Id, work: (server: SieveServer) => Promise<T>): Promise<T>;
}

export interface SieveServer {
  /** What is wrong with it, with its line; undefined: the server takes it. */
  check(text: string): Promise<string | undefined>;
  /** Puts a script there that is not there yet; none runs because of it. @returns why the server does not take it */
  put(name: string, text: string): Promise<SetFailure | undefined>;
  /** Takes away what was put: nothing is changed. */
  withdraw(): Promise<void>;
  /** Makes the scripts there those that are here now. @returns why the server did not; then those here are as they were */
  push(): Promise<SetFailure | undefined>;
}

export interface AddressBookServers {
  /** Signs in at an address book server, or with the account's grant at its provider's, and stores that. @throws SetFailure */
  connect(accountId: Id, server: Omit<AddressBookServerPutArgs, "accountId"> | "byProvider"): Promise<void>;
  providerOf(accountId: Id): Promise<AddressBookProvider | null>;
}

/** The mail of an account at another JMAP server. */
export interface UpstreamMail {
  /** As that server names the account. */
  there: Id;
  /**
   * @param calls without `accountId`
   * @param using those of mail, unless it is given
   * @returns the answers, of which any may be an error
   */
  ask(calls: readonly Invocation[], using?: readonly string[]): Promise<Invocation[]>;
  /** Whether sent Emails that nothing answers come back: its server is asked by a job of ours too. */
  reminds?: boolean;
}

export interface RequestContext {
  store: Store;
  mime: MimePool;
  access: Access;
  limits: CoreCapability;
  submission: SubmissionRules;
  log: Logger;
  /** The number of the request, which its failures name. */
  requestId: string;
  /** Measures a call: its method or "unknown", "ok" or the type of its error, and its duration. */
  onCall?: ((method: string, result: string, seconds: number) => void) | undefined;
  /** Aborted when the caller disconnects: its queries are killed. */
  signal: AbortSignal;
  sessionState: string;
  /** A push subscription was created: its verification code must be pushed (RFC 8620 §7.2.2). */
  onPushSubscription(subscription: PushSubscriptionRecord): void;
  /** Counts a new subscription. @returns seconds to wait first; 0: it may be created now */
  waitForPushSubscription(): number;
  /** The URL of the image proxy for a remote image. */
  signImage(accountId: Id, url: string): string;
  /** The text of a file; undefined where it has none, or costs too much to read. */
  textOfFile(bytes: Uint8Array): Promise<FileText | undefined>;
  /** Host names (authserv-id) whose Authentication-Results are trusted, in lower case. */
  trustedServers: ReadonlySet<string>;
  /** Where the Emails lie with another JMAP server: the header fields of those that the request names. */
  fetchedHeaders?: { fields: ReadonlyMap<Id, EmailHeader[]>; mailServer: string };
  /** Where the Emails lie with another JMAP server. */
  upstreamMail?: UpstreamMail;
  /** Sends a one-click unsubscription (RFC 8058); undefined: rate limited. */
  unsubscribe(url: string): Promise<UnsubscribeOutcome | undefined>;
  /** Those of `memberIds` whose mail lies with other JMAP servers; undefined: there are none. */
  remoteMembers?: RemoteMembers | undefined;
  /** undefined: the caller may not add or change accounts. */
  mailServers: MailServers | undefined;
  /** undefined: there are none. */
  addressBookServers: AddressBookServers | undefined;
  /** undefined: there are no mail servers. */
  sieveServers: SieveServers | undefined;
}

/** One method call of a request. */
export interface Call {
  context: RequestContext;
  /** The capabilities in `using`. */
  using: readonly string[];
  createdIds: CreatedIds;
  /** Adds an implicit response with the same call id (RFC 8620 §3.4, §5.4; RFC 8621 §7.5); it may fail on its own. */
  follow<N extends MethodName>(name: N, result: MethodResult<N> | MethodError): void;
}

export interface Method<N extends MethodName> {
  capability: string;
  /** @throws MethodError invalidArguments */
  parse(args: Record<string, unknown>): MethodArgs<N>;
  run(args: MethodArgs<N>, call: Call): Promise<MethodResult<N> | RawJson<MethodResult<N>>>;
  /** Whether the result depends on the arguments and the store alone, so that it may be cached until the next commit. */
  isRepeatable?(args: MethodArgs<N>, result: MethodResult<N> | RawJson<MethodResult<N>>): boolean;
}
