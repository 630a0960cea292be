/** What the routes share. */
import type { BlockList } from "node:net";
import type { Account, CoreCapability, Id, UnsubscribeOutcome } from "@pismo/jmap";
import type { FastifyRequest } from "fastify";
import type { Authenticator, Caller } from "../auth/authenticate.ts";
import type { OAuthSignIns } from "../auth/oauth.ts";
import type { RequestTexts } from "../files/text/request-texts.ts";
import type { Logger } from "../log.ts";
import type { AddressBookServers, MailServers, SieveServers, SubmissionRules } from "../methods/context.ts";
import type { Store } from "../store/db/store.ts";
import type { MimePool } from "../worker/pool.ts";
import type { Activity } from "./activity.ts";
import type { Brand } from "./page/brand.ts";
import type { ImageRules } from "./images/fetch-image.ts";
import type { Measures } from "./measures.ts";
import type { ImageUrls } from "./images/image-urls.ts";
import type { PushService } from "./jmap/push.ts";
import type { RemoteMembersService } from "./upstream/remote-members-service.ts";
import type { Vapid } from "../web-push/vapid.ts";

export interface HttpConfig {
  host: string;
  publicUrl: string | undefined;
  devOrigin: string | undefined;
  trustedProxies?: BlockList | undefined;
  /** Octets. */
  maxUploadSize: number;
  /** File name extensions that people may attach; null: any. */
  attachmentTypes: string[] | null;
  /** undefined: our own defaults, name and logo. */
  brand?: Brand;
}

export interface HttpContext {
  config: HttpConfig;
  store: Store;
  mime: MimePool;
  fileTexts: RequestTexts;
  log: Logger;
  limits: CoreCapability;
  submission: SubmissionRules;
  auth: Authenticator;
  measures: Measures | undefined;
  push: PushService;
  vapid: Vapid;
  /** OAuth providers for sign-in. */
  providers: OAuthSignIns["providers"];
  images: { urls: ImageUrls; rules: ImageRules; trustedServers: ReadonlySet<string> };
  /** @param caller to whom the requests are attributed */
  unsubscribe(caller: string, url: string): Promise<UnsubscribeOutcome | undefined>;
  /** Set where the one person of a personal server may add accounts. */
  mailServers: MailServers | undefined;
  addressBookServers: AddressBookServers | undefined;
  sieveServers: SieveServers | undefined;
  /** Beside it: their accounts at JMAP servers, as the session lists them. @param base under which the browser reaches us */
  remoteAccounts(remoteIds: readonly Id[], base: string): Promise<Record<Id, Account>>;
  /** Beside them: the same as members of the merged account. */
  remoteMembers: RemoteMembersService | undefined;
  activity: Activity;
  /** Aborted when the server shuts down. */
  ending: AbortSignal;
  /** @throws SignInError */
  callerOf(request: FastifyRequest): Promise<Caller>;
}
