/** The HTTP server: who may speak with it, and its routes. */
import fastifyCookie from "@fastify/cookie";
import { type ProblemDetails, RequestError } from "@pismo/jmap";
import Fastify, { type FastifyInstance } from "fastify";
import { type Authenticator, createAuthenticator } from "../auth/authenticate.ts";
import { OAUTH_START_PATH, type OAuthSignIns } from "../auth/oauth.ts";
import type { PasswordCheck } from "../auth/sign-in.ts";
import { SIGN_IN_PATH, SignInError } from "../auth/sign-in-error.ts";
import { isLoopbackName, isOwnHost } from "../auth/place.ts";
import type { Logger } from "../log.ts";
import { coreCapability } from "../methods/capabilities.ts";
import type { MailServers, SubmissionRules } from "../methods/context.ts";
import type { Store } from "../store/store.ts";
import type { MimePool } from "../worker/pool.ts";
import { apiRoutes } from "./api.ts";
import { trackConnections } from "./connections.ts";
import type { HttpConfig, HttpContext } from "./context.ts";
import { downloadRoutes } from "./download.ts";
import { eventSourceRoutes } from "./event-source.ts";
import { type PictureRules, pictureRules } from "./fetch-picture.ts";
import { limitTries } from "./limit-tries.ts";
import { imageRoutes } from "./image-proxy.ts";
import { createImageUrls } from "./image-urls.ts";
import { oauthRoutes } from "./oauth.ts";
import { problemOf, sendProblem } from "./problem.ts";
import { createPushService } from "./push.ts";
import { factsOf, isJmapPath } from "./request-facts.ts";
import { createRequests } from "./requests.ts";
import { crossOriginHeaders, securityHeaders } from "./security-headers.ts";
import { sessionRoutes } from "./session.ts";
import { signInRoutes } from "./sign-in.ts";
import { staticRoutes, webFolder } from "./static.ts";
import { createUnsubscriber } from "./unsubscribe.ts";
import { uploadRoutes } from "./upload.ts";
import { webSocketRoutes } from "./web-socket.ts";

export interface AppOptions {
  config: HttpConfig;
  store: Store;
  mime: MimePool;
  submission: SubmissionRules;
  log: Logger;
  images: {
    /** For the signatures of their addresses. */
    key: Uint8Array;
    /** Names of the servers whose Authentication-Results are believed. */
    trustedServers: readonly string[];
    /** What tests allow beyond the rules. */
    rules?: Partial<PictureRules>;
  };
  /** Where the built web client lies. */
  webFolder?: string;
  /** Lets the one person of the server add accounts. */
  mailServers?: MailServers;
  /** Serves several people, who sign in with what the mail server lets them in by. */
  checkPassword?: PasswordCheck;
  /** For providers that want OAuth. */
  oauth?: OAuthSignIns;
}

/** Milliseconds that requests under way get when the server ends. */
const patience = 5000;
/** Milliseconds that a request may take to arrive: an upload of the largest size over a slow line. */
const slowest = 30 * 60_000;

/** Routes read and check what they are sent themselves: the compilers of schemas would be 110 files to load for nobody. */
const noSchemas = (): never => {
  throw new Error("routes have no schemas here");
};

/** RFC 9110 §8.3.1. */
const isMediaType = (value: string): boolean => /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/.test(value.trim());

/** @param signIn how people get in, which the page should ask for */
function handleErrors(app: FastifyInstance, log: Logger, signIn: Pick<ProblemDetails, "signIn" | "signInWith">): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof SignInError) {
      const { status, challenges, retryAfter } = error;
      if (challenges.length > 0) reply.header("www-authenticate", challenges);
      if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
      return sendProblem(reply, {
        type: "about:blank",
        status,
        detail: error.message,
        ...(status === 401 && signIn),
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

function signInOf({ signIn }: Authenticator, oauth: OAuthSignIns | undefined) {
  if (!signIn) return {};
  const providers = oauth?.entrances.map(({ id, name }) => ({ id, name })) ?? [];
  return {
    signIn: SIGN_IN_PATH,
    ...(providers.length > 0 && { signInWith: { start: OAUTH_START_PATH, providers } }),
  };
}

/** An address whose path is no UTF-8 is a place that is not there, like any other: the page says so. */
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
  const auth = createAuthenticator(store, names, log, options.checkPassword);
  const mayCallLoopback = config.publicUrl === undefined && isLoopbackName(config.host);
  const push = createPushService(store, { mayCallLoopback }, log);
  const context: HttpContext = {
    config,
    store,
    mime,
    submission,
    log,
    auth,
    push,
    providers: options.oauth?.providers ?? [],
    images: {
      urls: createImageUrls(options.images.key),
      rules: { ...pictureRules, ...options.images.rules },
      trustedServers: new Set(options.images.trustedServers.map((name) => name.toLowerCase())),
    },
    unsubscribe: createUnsubscriber({ ...pictureRules, ...options.images.rules }, log),
    mailServers: options.mailServers && limitTries(options.mailServers),
    limits: coreCapability(config.maxUploadSize),
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
  // Bodies are read by the routes themselves, as streams and with limits of their own.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  handleErrors(app, log, signInOf(auth, options.oauth));

  await app.register(fastifyCookie);
  app.addHook("onRequest", async (request, reply) => {
    connections.note(reply.raw);
    reply.headers(securityHeaders);
    // A name of another site that was made to point here (DNS rebinding) gets nothing at all.
    if (!isOwnHost(factsOf(request), names)) {
      return sendProblem(reply, {
        type: "about:blank",
        status: 421,
        detail: "This server does not answer under that name; PISMO_PUBLIC_URL gives it one.",
      });
    }
    // Fastify would refuse the request; a file of an unknown type is a file all the same.
    if (!isMediaType(request.headers["content-type"] ?? "")) delete request.headers["content-type"];
    if (isJmapPath(request.url)) {
      reply.headers(crossOriginHeaders);
      if (request.method === "OPTIONS") return reply.code(204).send();
    }
    return undefined;
  });

  sessionRoutes(app, context);
  signInRoutes(app, context);
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
    events.close();
    await push.close();
    connections.end(patience);
  });
  return app;
}
