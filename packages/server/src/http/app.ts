/** The HTTP server: authentication, limits and routes. */
import fastifyCookie from "@fastify/cookie";
import { type ProblemDetails, RequestError } from "@pismo/jmap";
import Fastify, { type FastifyInstance } from "fastify";
import { type Authenticator, type AuthenticatorOptions, createAuthenticator } from "../auth/authenticate.ts";
import { OAUTH_START_PATH, type OAuthSignIns } from "../auth/oauth.ts";
import type { PasswordCheck } from "../auth/sign-in.ts";
import { SIGN_IN_PATH, SignInError } from "../auth/sign-in-error.ts";
import { isLoopbackName, isOwnHost } from "../auth/request-origin.ts";
import type { Logger } from "../log.ts";
import { coreCapability } from "../methods/capabilities.ts";
import type { MailServers, SubmissionRules } from "../methods/context.ts";
import type { Store } from "../store/db/store.ts";
import type { MimePool } from "../worker/pool.ts";
import { apiRoutes } from "./jmap/api.ts";
import { discardBody } from "./body.ts";
import { trackConnections } from "./connections.ts";
import type { HttpConfig, HttpContext } from "./context.ts";
import { downloadRoutes } from "./jmap/download.ts";
import { eventSourceRoutes } from "./jmap/event-source.ts";
import { type PictureRules, pictureRules } from "./images/fetch-image.ts";
import { limitTries } from "./auth/limit-attempts.ts";
import { imageRoutes } from "./images/image-proxy.ts";
import { createImageUrls } from "./images/image-urls.ts";
import { oauthRoutes } from "./auth/oauth.ts";
import { openingLinkRoutes } from "./auth/opening-link.ts";
import { problemOf, sendProblem } from "./problem.ts";
import { createPushService } from "./jmap/push.ts";
import { factsOf, isJmapPath } from "./auth/request-facts.ts";
import { createRequests } from "./jmap/requests.ts";
import { crossOriginHeaders, securityHeaders } from "./page/security-headers.ts";
import { sessionRoutes } from "./jmap/session.ts";
import { signInRoutes } from "./auth/sign-in.ts";
import { staticRoutes, webFolder } from "./page/static.ts";
import { createUnsubscriber } from "./unsubscribe.ts";
import { uploadRoutes } from "./jmap/upload.ts";
import { createVapid } from "./jmap/vapid.ts";
import { webSocketRoutes } from "./jmap/web-socket.ts";

export interface AppOptions {
  config: HttpConfig;
  store: Store;
  mime: MimePool;
  submission: SubmissionRules;
  log: Logger;
  images: {
    /** Signs the URLs of the image proxy. */
    key: Uint8Array;
    /** Host names (authserv-id) whose Authentication-Results are trusted. */
    trustedServers: readonly string[];
    /** Additional addresses that tests allow. */
    rules?: Partial<PictureRules>;
  };
  /** 32 secret octets that persist, from which the key of push messages is derived. */
  vapidKey: Uint8Array;
  /** The folder of the built web client. */
  webFolder?: string;
  /** Lets the one person of a personal server add accounts. */
  mailServers?: MailServers;
  /** Hosted mode: people sign in with their password at the mail server. */
  checkPassword?: PasswordCheck;
  /** For providers that require OAuth. */
  oauth?: OAuthSignIns;
  /** Whether a loopback connection belongs to our own user; by default the kernel is asked. */
  isOwnSocket?: AuthenticatorOptions["isOwn"];
}

/** Time that requests in progress get at shutdown. */
const graceMs = 5000;
/** Time that a request may take to arrive: an upload of the maximum size over a slow line. */
const slowest = 30 * 60_000;

/** Routes validate their input themselves: the schema compilers would be 110 files that are never used. */
const noSchemas = (): never => {
  throw new Error("routes have no schemas here");
};

/** RFC 9110 §8.3.1. */
const isMediaType = (value: string): boolean => /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/.test(value.trim());

type WayIn = Pick<ProblemDetails, "signIn" | "signInWith" | "opensByLink">;

/** @param wayIn how people get in, for the page */
function handleErrors(app: FastifyInstance, log: Logger, wayIn: WayIn): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof SignInError) {
      const { status, challenges, retryAfter } = error;
      if (challenges.length > 0) reply.header("www-authenticate", challenges);
      if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
      return sendProblem(reply, {
        type: "about:blank",
        status,
        detail: error.message,
        ...(status === 401 && wayIn),
      });
    }
    const problem = problemOf(error);
    if (request.raw.readableAborted) {
      log.debug("a caller hung up", { method: request.method, path: request.url.split("?", 1)[0] });
    } else if (problem.status >= 500 && !(error instanceof RequestError)) {
      log.error("a request failed", { method: request.method, path: request.url.split("?", 1)[0], error });
    }
    return sendProblem(reply, problem);
  });
}

function wayInOf({ signIn }: Authenticator, oauth: OAuthSignIns | undefined): WayIn {
  if (!signIn) return { opensByLink: true };
  const providers = oauth?.entrances.map(({ id, name }) => ({ id, name })) ?? [];
  return {
    signIn: SIGN_IN_PATH,
    ...(providers.length > 0 && { signInWith: { start: OAUTH_START_PATH, providers } }),
  };
}

/** A URL whose path is not UTF-8 is not found like any other: the page renders the 404. */
function withReadablePath(url: string): string {
  const [path = "/", ...query] = url.split("?");
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll("%", "%25"), ...query].join("?");
  }
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, store, mime, submission, log } = options;
  const names = { host: config.host, publicUrl: config.publicUrl, devOrigin: config.devOrigin };
  const { checkPassword: check, isOwnSocket: isOwn } = options;
  const auth = createAuthenticator({ store, names, log, check, domain: submission.domain, isOwn });
  const mayCallLoopback = config.publicUrl === undefined && isLoopbackName(config.host);
  const contact = config.publicUrl?.startsWith("https:") ? config.publicUrl : undefined;
  const vapid = createVapid(options.vapidKey, contact);
  const push = createPushService(store, { mayCallLoopback, vapid }, log);
  const ending = new AbortController();
  const context: HttpContext = {
    config,
    store,
    mime,
    submission,
    log,
    auth,
    push,
    vapid,
    providers: options.oauth?.providers ?? [],
    images: {
      urls: createImageUrls(options.images.key),
      rules: { ...pictureRules, ...options.images.rules },
      trustedServers: new Set(options.images.trustedServers.map((name) => name.toLowerCase())),
    },
    unsubscribe: createUnsubscriber({ ...pictureRules, ...options.images.rules }, log),
    mailServers: options.mailServers && limitTries(options.mailServers),
    limits: coreCapability(config.maxUploadSize),
    ending: ending.signal,
    callerOf: (request) => auth.authenticate(factsOf(request)),
  };

  const app = Fastify({
    logger: false,
    requestTimeout: slowest,
    routerOptions: { maxParamLength: 2000 },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    rewriteUrl: ({ url = "/" }) => withReadablePath(url),
  });
  const connections = trackConnections(app.server);
  // The routes read bodies themselves, as streams and with limits of their own.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  handleErrors(app, log, wayInOf(auth, options.oauth));

  await app.register(fastifyCookie);
  app.addHook("onRequest", async (request, reply) => {
    connections.note(reply.raw);
    reply.headers(securityHeaders);
    // A foreign host name that points here (DNS rebinding) gets nothing at all.
    if (!isOwnHost(factsOf(request), names)) {
      return sendProblem(reply, {
        type: "about:blank",
        status: 421,
        detail: "This server does not answer under that name; PISMO_PUBLIC_URL gives it one.",
      });
    }
    // Fastify would refuse the request; an upload of an unknown type is valid.
    if (!isMediaType(request.headers["content-type"] ?? "")) delete request.headers["content-type"];
    if (isJmapPath(request.url)) {
      reply.headers(crossOriginHeaders);
      if (request.method === "OPTIONS") return reply.code(204).send();
    }
    return undefined;
  });

  app.addHook("onResponse", async ({ raw }) => discardBody(raw));

  sessionRoutes(app, context);
  signInRoutes(app, context);
  openingLinkRoutes(app, context);
  if (options.oauth) oauthRoutes(app, context, options.oauth);
  const requests = createRequests(context);
  apiRoutes(app, context, requests);
  await webSocketRoutes(app, context, requests);
  uploadRoutes(app, context);
  downloadRoutes(app, context);
  imageRoutes(app, context);
  const events = eventSourceRoutes(app, context);
  staticRoutes(app, context, options.webFolder ?? webFolder);
  app.addHook("preClose", async () => {
    ending.abort();
    events.close();
    await push.close();
    connections.end(graceMs);
  });
  return app;
}
