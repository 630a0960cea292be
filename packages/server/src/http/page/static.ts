/** The web client: its files, and its page for every path that is a route of it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Caller } from "../../auth/authenticate.ts";
import { type Assets, createAssets } from "./assets.ts";
import { branded } from "./brand.ts";
import type { BootstrapSource } from "./bootstrap-data.ts";
import type { HttpContext } from "../context.ts";
import { logOf } from "../request-id.ts";
import { refusal } from "../problem.ts";
import { factsOf, isJmapPath, setSessionCookie } from "../auth/request-facts.ts";
import { policyOf } from "./security-headers.ts";

export const webFolder = join(import.meta.dirname, "../../../../web/dist");

const notBuilt = "Pismo's web client has not been built: run `npm run build`, or start with `npm start`.\n";

const pathOf = ({ url }: FastifyRequest): string => url.split("?", 1)[0] ?? "";
/** A page that a person opened. A reload uses its page snapshot instead. */
const wantsBootstrapData = ({ method, headers }: FastifyRequest): boolean =>
  method === "GET" && headers["sec-fetch-dest"] === "document" && headers["cache-control"] !== "max-age=0";

/**
 * No other site links here, so no opener can keep a reference to the window, and the browser need not start a second
 * process to sever it (docs/decisions/0032-opener-policy.md).
 */
const hasNoOpener = ({ headers }: FastifyRequest): boolean =>
  ["none", "same-origin"].includes(headers["sec-fetch-site"] ?? "");

const acceptsHtml = ({ headers }: FastifyRequest): boolean => headers.accept?.includes("text/html") === true;

const isRead = ({ method }: FastifyRequest): boolean => method === "GET" || method === "HEAD";

/** A thread that reads files of strangers has a policy of its own: it loads nothing. */
const isFileWorker = (path: string): boolean => /^\/assets\/pdf-(?:parser|renderer)-worker-[\w-]+\.js$/.test(path);

/** The service worker loads nothing and calls the API alone. */
const isServiceWorker = (path: string): boolean => path === "/notifications.js";

class WebClient {
  readonly #context: HttpContext;
  readonly #folder: string;
  readonly #assets: Assets;
  readonly #bootstrap: BootstrapSource;

  constructor(context: HttpContext, folder: string, bootstrap: BootstrapSource) {
    this.#context = context;
    this.#folder = folder;
    this.#assets = createAssets(folder);
    this.#bootstrap = bootstrap;
  }

  /**
   * Public, because the page holds the sign-in form. Never cached: the cookie of the session and the bootstrap data are
   * for one caller.
   */
  async sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const built = await readFile(join(this.#folder, "index.html"), "utf8").catch(() => undefined);
    const { brand } = this.#context.config;
    const page = built !== undefined && brand ? branded(built, brand) : built;
    if (page === undefined) return reply.code(503).type("text/plain; charset=utf-8").send(notBuilt);
    const caller = await this.#callerWithSession(request, reply);
    // Programs read the status.
    if (!caller && !this.#context.auth.signIn && !acceptsHtml(request)) await this.#context.callerOf(request);
    if (hasNoOpener(request)) reply.removeHeader("cross-origin-opener-policy");
    const element = caller && wantsBootstrapData(request) ? await this.#bootstrapElement(request, caller) : "";
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-cache, no-store")
      .header("content-security-policy", policyOf(page))
      .send(page.replace("</body>", () => `${element}</body>`));
  }

  /** @throws RequestError 404 */
  async sendFile(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const { "accept-encoding": accepted = "", "if-none-match": known = "" } = request.headers;
    const asset = await this.#assets.find(path, accepted);
    if (!asset) {
      // A person who was led to it sees the error page, with the way to the inbox.
      if (request.headers["sec-fetch-dest"] === "document") return this.sendPage(request, reply);
      throw refusal(404, "There is nothing here");
    }
    reply.headers({
      "cache-control": asset.isHashed ? "public, max-age=31536000, immutable" : "no-cache",
      etag: asset.etag,
      vary: "accept-encoding",
      ...(asset.encoding && { "content-encoding": asset.encoding }),
      ...(isFileWorker(path) && { "content-security-policy": "default-src 'none'" }),
      ...(isServiceWorker(path) && { "content-security-policy": "default-src 'none';connect-src 'self'" }),
    });
    const isKnown = known.split(",").some((each) => each.trim() === asset.etag || each.trim() === "*");
    return isKnown ? reply.code(304).send() : reply.type(asset.type).send(asset.body);
  }

  /** Every path that is no other route. */
  async sendOther(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = pathOf(request);
    // Without authentication every path gets the same answer, whether it exists or not.
    if (isJmapPath(path)) await this.#context.callerOf(request);
    else if (/\.\w+$/.test(path)) {
      if (isRead(request)) return this.sendFile(request, reply, path);
    } else {
      if (isRead(request)) return this.sendPage(request, reply);
      // A form posted to a page route: the page renders the 405 (RFC 9110 §15.5.6).
      if (acceptsHtml(request)) return this.sendPage(request, reply.code(405).header("allow", "GET, HEAD"));
    }
    throw refusal(404, "There is nothing here");
  }

  /**
   * The person's own browser on this machine gets its session with the page.
   * @returns the caller; undefined: the page asks to sign in, or for an opening link
   */
  async #callerWithSession(request: FastifyRequest, reply: FastifyReply): Promise<Caller | undefined> {
    const { auth, config } = this.#context;
    const facts = factsOf(request);
    // A caller with an invalid token gets an error instead of a page.
    if (!auth.signIn && facts.authorization !== undefined) return this.#context.callerOf(request);
    const issued = await auth.openBrowserSession(facts);
    if (issued) setSessionCookie(reply, issued, config);
    return auth.authenticate(issued ? { ...facts, sessionSecret: issued.secret } : facts).catch(() => undefined);
  }

  /** A page without bootstrap data requests it itself. */
  async #bootstrapElement(request: FastifyRequest, caller: Caller): Promise<string> {
    try {
      return await this.#bootstrap.elementFor(request, caller);
    } catch (error) {
      logOf(request, this.#context).warn("a page is sent without bootstrap data", { error });
      return "";
    }
  }
}

export function staticRoutes(
  app: FastifyInstance,
  context: HttpContext,
  folder: string,
  bootstrap: BootstrapSource,
): void {
  const client = new WebClient(context, folder, bootstrap);
  app.get("/", (request, reply) => client.sendPage(request, reply));
  app.get("/assets/:file", (request, reply) => client.sendFile(request, reply, pathOf(request)));
  app.setNotFoundHandler((request, reply) => client.sendOther(request, reply));
}
