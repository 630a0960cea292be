/** The HTTP server: authentication, limits and routes. */
import fastifyCookie from "@fastify/cookie";
import { type ProblemDetails, RequestError } from "@pismo/jmap";
import Fastify, { type FastifyInstance } from "fastify";
import { type Authenticator, type AuthenticatorOptions, createAuthenticator } from "../auth/authenticate.ts";
import { OAUTH_START_PATH, type OAuthSignIns } from "../auth/oauth.ts";
import type { PasswordCheck } from "../auth/sign-in.ts";
import { SIGN_IN_PATH, SignInError } from "../auth/sign-in-error.ts";
import { isLoopbackName, isOwnHost, type OwnNames } from "../auth/request-origin.ts";
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
import { healthRoutes } from "./health.ts";
import { type ImageRules, imageRules } from "./images/fetch-image.ts";
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
    rules?: Partial<ImageRules>;
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

/** For requests in progress at shutdown. */
const GRACE_MS = 5000;
/** Until a request has arrived: an upload of the maximum size over a slow line. */
const REQUEST_TIMEOUT_MS = 30 * 60_000;

/** Routes validate their input themselves: the schema compilers would be 110 files that are never used. */
const noSchemas = (): never => {
  throw new Error("routes have no schemas here");
};

/** RFC 9110 §8.3.1. */
const isMediaType = (value: string): boolean => /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/.test(value.trim());

type SignInMethods = Pick<ProblemDetails, "signIn" | "signInWith" | "opensByLink">;

function handleErrors(app: FastifyInstance, log: Logger, signInMethods: SignInMethods): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof SignInError) {
      const { status, challenges, retryAfter } = error;
      if (challenges.length > 0) reply.header("www-authenticate", challenges);
      if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
      return sendProblem(reply, {
        type: "about:blank",
        status,
        detail: error.message,
        ...(status === 401 && signInMethods),
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

/** How people can sign in, for the page. */
function signInMethodsOf({ signIn }: Authenticator, oauth: OAuthSignIns | undefined): SignInMethods {
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

/** @param ending aborted when the server shuts down */
function createContext(options: AppOptions, names: OwnNames, ending: AbortSignal): HttpContext {
  const { config, store, mime, submission, log, checkPassword: check, isOwnSocket: isOwn } = options;
  const auth = createAuthenticator({ store, names, log, check, domain: submission.domain, isOwn });
  const mayCallLoopback = config.publicUrl === undefined && isLoopbackName(config.host);
  const contact = config.publicUrl?.startsWith("https:") ? config.publicUrl : undefined;
  const vapid = createVapid(options.vapidKey, contact);
  const rules = { ...imageRules, ...options.images.rules };
  return {
    config,
    store,
    mime,
    submission,
    log,
    auth,
    push: createPushService(store, { mayCallLoopback, vapid }, log),
    vapid,
    providers: options.oauth?.providers ?? [],
    images: {
      urls: createImageUrls(options.images.key),
      rules,
      trustedServers: new Set(options.images.trustedServers.map((name) => name.toLowerCase())),
    },
    unsubscribe: createUnsubscriber(rules, log),
    mailServers: options.mailServers && limitTries(options.mailServers),
    limits: coreCapability(config.maxUploadSize),
    ending,
    callerOf: (request) => auth.authenticate(factsOf(request)),
  };
}

/** The headers of every response, and the refusals that need no route. */
function prepareResponses(app: FastifyInstance, names: OwnNames): void {
  app.addHook("onRequest", async (request, reply) => {
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
}

/** @returns the event sources, to be closed */
async function addRoutes(app: FastifyInstance, context: HttpContext, { oauth, webFolder: folder }: AppOptions) {
  healthRoutes(app, context);
  sessionRoutes(app, context);
  signInRoutes(app, context);
  openingLinkRoutes(app, context);
  if (oauth) oauthRoutes(app, context, oauth);
  const requests = createRequests(context);
  apiRoutes(app, context, requests);
  await webSocketRoutes(app, context, requests);
  uploadRoutes(app, context);
  downloadRoutes(app, context);
  imageRoutes(app, context);
  const events = eventSourceRoutes(app, context);
  staticRoutes(app, context, folder ?? webFolder);
  return events;
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, log } = options;
  const names = { host: config.host, publicUrl: config.publicUrl, devOrigin: config.devOrigin };
  const ending = new AbortController();
  const context = createContext(options, names, ending.signal);
  const app = Fastify({
    logger: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: 2000 },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    rewriteUrl: ({ url = "/" }) => withReadablePath(url),
  });
  const connections = trackConnections(app.server);
  // The routes read bodies themselves, as streams and with limits of their own.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  handleErrors(app, log, signInMethodsOf(context.auth, options.oauth));

  await app.register(fastifyCookie);
  app.addHook("onRequest", async (_request, reply) => connections.note(reply.raw));
  prepareResponses(app, names);
  app.addHook("onResponse", async ({ raw }) => discardBody(raw));
  const events = await addRoutes(app, context, options);
  app.addHook("preClose", async () => {
    ending.abort();
    events.close();
    await context.push.close();
    connections.end(GRACE_MS);
  });
  return app;
}
