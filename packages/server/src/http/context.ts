/** What the routes share. */
import type { CoreCapability, UnsubscribeOutcome } from "@pismo/jmap";
import type { FastifyRequest } from "fastify";
import type { Authenticator, Caller } from "../auth/authenticate.ts";
import type { OAuthSignIns } from "../auth/oauth.ts";
import type { Logger } from "../log.ts";
import type { MailServers, SubmissionRules } from "../methods/context.ts";
import type { Store } from "../store/store.ts";
import type { MimePool } from "../worker/pool.ts";
import type { PictureRules } from "./fetch-picture.ts";
import type { ImageUrls } from "./image-urls.ts";
import type { PushService } from "./push.ts";

export interface HttpConfig {
  host: string;
  publicUrl: string | undefined;
  devOrigin: string | undefined;
  /** Octets. */
  maxUploadSize: number;
  /** Ends of file names that people may attach; null: any. */
  attachmentTypes: string[] | null;
}

export interface HttpContext {
  config: HttpConfig;
  store: Store;
  mime: MimePool;
  log: Logger;
  limits: CoreCapability;
  submission: SubmissionRules;
  auth: Authenticator;
  push: PushService;
  /** That people may sign in with. */
  providers: OAuthSignIns["providers"];
  images: { urls: ImageUrls; rules: PictureRules; trustedServers: ReadonlySet<string> };
  /** @param caller whose requests are counted */
  unsubscribe(caller: string, url: string): Promise<UnsubscribeOutcome | undefined>;
  /** Where the one person of the server may add accounts. */
  mailServers: MailServers | undefined;
  /** @throws SignInError */
  callerOf(request: FastifyRequest): Promise<Caller>;
}
