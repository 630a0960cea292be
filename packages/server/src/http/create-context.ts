/** Makes what the routes share, from what a server is started with. */
import type { Id } from "@pismo/jmap";
import { type AuthenticatorOptions, createAuthenticator } from "../auth/authenticate.ts";
import type { OAuthSignIns } from "../auth/oauth.ts";
import type { CredentialCheck } from "../auth/sign-in.ts";
import type { OwnNames } from "../auth/request-origin.ts";
import { RequestTexts } from "../files/text/request-texts.ts";
import type { Logger } from "../log.ts";
import { coreCapability } from "../methods/capabilities.ts";
import type { AddressBookServers, MailServers, SieveServers, SubmissionRules } from "../methods/context.ts";
import type { Membership } from "../store/cluster/membership.ts";
import type { Store } from "../store/db/store.ts";
import type { Upstream, UpstreamCalls } from "../upstream/upstream.ts";
import type { MimePool } from "../worker/pool.ts";
import { createActivity } from "./activity.ts";
import type { HttpConfig, HttpContext } from "./context.ts";
import { type ImageRules, imageRules } from "./images/fetch-image.ts";
import { limitConnecting, limitTries } from "./auth/limit-attempts.ts";
import { createImageUrls } from "./images/image-urls.ts";
import type { Measures } from "./measures.ts";
import { createPushService } from "./jmap/push.ts";
import { factsOf } from "./auth/request-facts.ts";
import { createUnsubscriber } from "./unsubscribe.ts";
import { createRemoteMembers } from "./upstream/remote-members.ts";
import { remoteAccounts } from "./upstream/remote.ts";
import { pushRules } from "../web-push/push-rules.ts";

/** The account of a person whom the mail server lets in; undefined: it does not. As CredentialCheck, which keeps more. */
export type PasswordCheck = (username: string, password: string, clientAddress: string) => Promise<Id | undefined>;

export interface AppOptions {
  config: HttpConfig;
  store: Store;
  membership: Membership;
  mime: MimePool;
  submission: SubmissionRules;
  log: Logger;
  /** Left out: nothing is measured. */
  measures?: Measures;
  images: {
    /** Signs the URLs of the image proxy. */
    key: Uint8Array;
    /** Host names (authserv-id) whose Authentication-Results are trusted. */
    trustedServers: readonly string[];
    /** Additional addresses that tests allow. */
    rules?: Partial<ImageRules>;
  };
  /** 32 secret octets that persist, from which the key of push messages is derived. */
  vapidKey: Uint8Array;
  /** The folder of the built web client. */
  webFolder?: string;
  /** Lets the one person of a personal server add accounts. */
  mailServers?: MailServers;
  /** Lets people have the contacts of their accounts kept the same with an address book server. */
  addressBookServers?: AddressBookServers;
  /** Scripts of accounts whose mail server manages them. */
  sieveServers?: SieveServers;
  /** Beside it: what passes requests on for accounts at JMAP servers. */
  remote?: UpstreamCalls;
  /** Hosted mode: people sign in with their password at the mail server. */
  checkPassword?: PasswordCheck;
  /** Instead: they sign in to this JMAP engine, which has their mail. */
  upstream?: Upstream;
  /** For providers that require OAuth. */
  oauth?: OAuthSignIns;
  /** Whether a loopback connection belongs to our own user; by default the kernel is asked. */
  isOwnSocket?: AuthenticatorOptions["isOwn"];
}

function credentialCheckOf({ checkPassword, upstream }: AppOptions): CredentialCheck | undefined {
  if (upstream) return (...given) => upstream.check(...given);
  return (
    checkPassword &&
    (async (...given) => {
      const accountId = await checkPassword(...given);
      return accountId === undefined ? undefined : { accountId };
    })
  );
}

/** @param ending aborted when the server shuts down */
export function createContext(options: AppOptions, names: OwnNames, ending: AbortSignal): HttpContext {
  const { config, store, mime, submission, log, upstream, isOwnSocket: isOwn } = options;
  const auth = createAuthenticator({
    store,
    names,
    log,
    check: credentialCheckOf(options),
    needsCredential: upstream !== undefined,
    domain: submission.domain,
    isOwn,
  });
  const push = pushRules(options.vapidKey, config);
  const rules = { ...imageRules, ...options.images.rules };
  const activity = createActivity(store, log);
  const limits = coreCapability(config.maxUploadSize);
  return {
    config,
    store,
    mime,
    fileTexts: new RequestTexts(),
    submission,
    log,
    auth,
    measures: options.measures,
    push: createPushService(store, options.membership, push, log),
    vapid: push.vapid,
    providers: options.oauth?.providers ?? [],
    images: {
      urls: createImageUrls(options.images.key),
      rules,
      trustedServers: new Set(options.images.trustedServers.map((name) => name.toLowerCase())),
    },
    unsubscribe: createUnsubscriber(rules, log),
    mailServers: options.mailServers && limitTries(options.mailServers),
    addressBookServers: options.addressBookServers && limitConnecting(options.addressBookServers),
    sieveServers: options.sieveServers,
    remoteAccounts: (remoteIds, base) =>
      options.remote
        ? remoteAccounts(remoteIds, base, { store, log, limits, config, remote: options.remote })
        : Promise.resolve({}),
    remoteMembers: options.remote && createRemoteMembers({ store, log, remote: options.remote }),
    limits,
    ending,
    activity,
    async callerOf(request) {
      const caller = await auth.authenticate(factsOf(request));
      activity.note(caller.accountIds);
      return caller;
    },
  };
}
