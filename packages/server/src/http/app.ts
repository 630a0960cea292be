/** The HTTP server: authentication, limits and routes. */
import fastifyCookie from "@fastify/cookie";
import { type ProblemDetails, RequestError } from "@pismo/jmap";
import Fastify, { type FastifyInstance } from "fastify";
import { type Authenticator } from "../auth/authenticate.ts";
import { OAUTH_START_PATH, type OAuthSignIns } from "../auth/oauth.ts";
import { SIGN_IN_PATH, SignInError } from "../auth/sign-in-error.ts";
import { isOwnHost, type OwnNames } from "../auth/request-origin.ts";
import type { Logger } from "../log.ts";
import { signedInPeople } from "../upstream/held/held-people.ts";
import { createLastSession } from "../upstream/held/last-session.ts";
import type { Upstream, UpstreamCalls } from "../upstream/upstream.ts";
import { apiRoutes } from "./jmap/api.ts";
import { discardBody } from "./body.ts";
import { trackConnections } from "./connections.ts";
import type { HttpContext } from "./context.ts";
import { downloadRoutes } from "./jmap/download.ts";
import { eventSourceRoutes } from "./jmap/event-source.ts";
import { healthRoutes } from "./health.ts";
import { imageRoutes } from "./images/image-proxy.ts";
import { oauthRoutes } from "./auth/oauth.ts";
import { openingLinkRoutes } from "./auth/opening-link.ts";
import type { Measures } from "./measures.ts";
import { problemOf, sendProblem } from "./problem.ts";
import { factsOf, isJmapPath } from "./auth/request-facts.ts";
import { logOf, newRequestId, REQUEST_ID_HEADER } from "./request-id.ts";
import { redirectRoutes } from "./auth/redirects.ts";
import { createRequests } from "./jmap/requests.ts";
import { crossOriginHeaders, securityHeaders } from "./page/security-headers.ts";
import { sessionRoutes } from "./jmap/session.ts";
import { signInRoutes } from "./auth/sign-in.ts";
import { logoRoutes } from "./page/brand.ts";
import { staticRoutes, webFolder } from "./page/static.ts";
import { uploadRoutes } from "./jmap/upload.ts";
import { createBootstrapSource } from "./page/bootstrap-data.ts";
import { createUpstreamBootstrap } from "./upstream/first-page.ts";
import { upstreamWebSocket } from "./upstream/web-socket.ts";
import { upstreamEventSource } from "./upstream/event-source.ts";
import { personOf, type UpstreamContext } from "./upstream/person.ts";
import { remoteRoutes } from "./upstream/remote.ts";
import { upstreamRoutes, upstreamSessionRoutes } from "./upstream/routes.ts";
import { webSocketRoutes } from "./jmap/web-socket.ts";
import { type AppOptions, createContext } from "./create-context.ts";

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
      const { status, challenges, retryAfter, isDisabled } = error;
      if (challenges.length > 0) reply.header("www-authenticate", challenges);
      if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
      return sendProblem(reply, {
        type: "about:blank",
        status,
        detail: error.message,
        ...(status === 401 && signInMethods),
        ...(isDisabled && { isDisabled }),
      });
    }
    const problem = problemOf(error);
    if (request.raw.readableAborted) {
      logOf(request, { log }).debug("a caller hung up", { method: request.method, path: request.url.split("?", 1)[0] });
    } else if (problem.status >= 500 && !(error instanceof RequestError)) {
      logOf(request, { log }).error("a request failed", {
        method: request.method,
        path: request.url.split("?", 1)[0],
        error,
      });
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

/** The headers of every response, and the refusals that need no route. */
function prepareResponses(app: FastifyInstance, names: OwnNames): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(securityHeaders).header(REQUEST_ID_HEADER, request.id);
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

function measureRequests(app: FastifyInstance, measures: Measures): void {
  app.addHook("onResponse", async ({ method, routeOptions }, reply) => {
    const { url: route = "none" } = routeOptions;
    const isStream = String(reply.raw.getHeader("content-type")).startsWith("text/event-stream");
    const seconds = isStream ? undefined : reply.elapsedTime / 1000;
    measures.request({ method, route, status: reply.raw.statusCode, seconds });
  });
}

/** @returns the event sources, to be closed */
async function addRoutes(app: FastifyInstance, context: HttpContext, options: AppOptions) {
  const { oauth, upstream, webFolder: folder } = options;
  healthRoutes(app, context);
  const { store, log, ending } = context;
  const lastSession = upstream && createLastSession({ store, log, remote: upstream, people: signedInPeople }, ending);
  signInRoutes(app, context, lastSession);
  openingLinkRoutes(app, context);
  if (!upstream) redirectRoutes(app, context);
  if (oauth) oauthRoutes(app, context, oauth);
  imageRoutes(app, context);
  if (context.config.brand) logoRoutes(app, context.config.brand);
  const { events, bootstrap } = upstream
    ? await addUpstreamRoutes(app, {
        ...context,
        upstream,
        root: "/jmap",
        held: signedInPeople,
        rootFor: () => "/jmap",
        refused: () => new SignInError(401, "Sign in."),
        personOf: (_request, caller) => personOf(caller),
      })
    : await addJmapRoutes(app, context, options.remote);
  staticRoutes(app, context, folder ?? webFolder, bootstrap);
  return events;
}

/** JMAP on our own store. */
async function addJmapRoutes(app: FastifyInstance, context: HttpContext, remote: UpstreamCalls | undefined) {
  sessionRoutes(app, context);
  const requests = createRequests(context);
  apiRoutes(app, context, requests);
  await webSocketRoutes(app, context, requests);
  uploadRoutes(app, context);
  downloadRoutes(app, context);
  const events = eventSourceRoutes(app, context);
  const remoteEvents = remote && remoteRoutes(app, context, remote);
  const close = (): void => {
    events.close();
    remoteEvents?.close();
  };
  return { events: { close }, bootstrap: createBootstrapSource(context) };
}

/** JMAP of the engine behind us. */
async function addUpstreamRoutes(app: FastifyInstance, context: UpstreamContext & { upstream: Upstream }) {
  upstreamSessionRoutes(app, context);
  upstreamRoutes(app, context);
  await upstreamWebSocket(app, context);
  return { events: upstreamEventSource(app, context), bootstrap: createUpstreamBootstrap(context) };
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, log } = options;
  const { host, publicUrl, devOrigin, trustedProxies } = config;
  const names = { host, publicUrl, devOrigin, trustedProxies };
  const ending = new AbortController();
  const context = createContext(options, names, ending.signal);
  const app = Fastify({
    logger: false,
    genReqId: newRequestId,
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
  if (options.measures) measureRequests(app, options.measures);
  prepareResponses(app, names);
  app.addHook("onResponse", async ({ raw }) => discardBody(raw));
  const events = await addRoutes(app, context, options);
  app.addHook("preClose", async () => {
    ending.abort();
    events.close();
    await context.push.close();
    await context.activity.close();
    await context.fileTexts.close();
    connections.end(GRACE_MS);
  });
  return app;
}
