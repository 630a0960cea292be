/** The web client: its files, and its page for every path that is a place in it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Caller } from "../auth/authenticate.ts";
import { createAssets } from "./assets.ts";
import { createBeginnings } from "./beginning.ts";
import type { HttpContext } from "./context.ts";
import { refusal } from "./problem.ts";
import { factsOf, isJmapPath, setSessionCookie } from "./request-facts.ts";
import { policyOf } from "./security-headers.ts";

export const webFolder = join(import.meta.dirname, "../../../web/dist");

const notBuilt = "Pismo's web client has not been built: run `npm run build`, or start with `npm start`.\n";

const pathOf = ({ url }: FastifyRequest): string => url.split("?", 1)[0] ?? "";
/** A window that is opened, by a person. One that is reloaded begins with what the page before has kept. */
const mayBegin = ({ method, headers }: FastifyRequest): boolean =>
  method === "GET" && headers["sec-fetch-dest"] === "document" && headers["cache-control"] !== "max-age=0";

/**
 * No page of another site leads here, so none has a hand on the window, and the browser need not begin a second process to
 * get it out of such a hand (docs/decisions/0032-opener-policy.md).
 */
const isInNoHand = ({ headers }: FastifyRequest): boolean =>
  ["none", "same-origin"].includes(headers["sec-fetch-site"] ?? "");

const isForPeople = ({ headers }: FastifyRequest): boolean => headers.accept?.includes("text/html") === true;

export function staticRoutes(app: FastifyInstance, context: HttpContext, folder: string): void {
  const beginnings = createBeginnings(context);

  /**
   * A browser on this machine gets its session with the page; any other is asked for a token as its password. Where
   * people sign in, the page is for everybody: it holds the sign-in.
   * @returns who calls; nobody where people sign in and this one has not
   */
  async function receive(request: FastifyRequest, reply: FastifyReply): Promise<Caller | undefined> {
    const facts = factsOf(request);
    if (context.auth.signIn === undefined && !context.auth.isPersonalBrowser(facts)) return context.callerOf(request);
    const issued = await context.auth.openBrowserSession(facts);
    if (issued) setSessionCookie(reply, issued, context.config);
    if (!mayBegin(request)) return undefined;
    return context.auth
      .authenticate(issued ? { ...facts, sessionSecret: issued.secret } : facts)
      .catch(() => undefined);
  }

  /** Nothing that stands in it lasts: neither the cookie's session nor what the page begins with. */
  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const page = await readFile(join(folder, "index.html"), "utf8").catch(() => undefined);
    if (page === undefined) return reply.code(503).type("text/plain; charset=utf-8").send(notBuilt);
    const caller = await receive(request, reply);
    if (isInNoHand(request)) reply.removeHeader("cross-origin-opener-policy");
    const element = caller && mayBegin(request) ? await beginningFor(request, caller) : "";
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-cache, no-store")
      .header("content-security-policy", policyOf(page))
      .send(page.replace("</body>", () => `${element}</body>`));
  }

  /** A page without it asks for itself. */
  async function beginningFor(request: FastifyRequest, caller: Caller): Promise<string> {
    try {
      return await beginnings.elementFor(request, caller);
    } catch (error) {
      context.log.warn("a page goes out without its beginning", { error });
      return "";
    }
  }

  const assets = createAssets(folder);

  /** @throws RequestError where there is none */
  async function sendFile(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const { "accept-encoding": accepted = "", "if-none-match": known = "" } = request.headers;
    const asset = await assets.find(path, accepted);
    if (!asset) throw refusal(404, "There is nothing here");
    reply.headers({
      "cache-control": asset.isHashed ? "public, max-age=31536000, immutable" : "no-cache",
      etag: asset.etag,
      vary: "accept-encoding",
      ...(asset.encoding && { "content-encoding": asset.encoding }),
    });
    const isKnown = known.split(",").some((each) => each.trim() === asset.etag || each.trim() === "*");
    return isKnown ? reply.code(304).send() : reply.type(asset.type).send(asset.body);
  }

  app.get("/", sendPage);
  app.get("/assets/:file", (request, reply) => sendFile(request, reply, pathOf(request)));
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request);
    // Who may not call learns nothing, not even what is not there.
    if (isJmapPath(path)) await context.callerOf(request);
    else if (/\.\w+$/.test(path)) {
      if (["GET", "HEAD"].includes(request.method)) return sendFile(request, reply, path);
    } else {
      if (["GET", "HEAD"].includes(request.method)) return sendPage(request, reply);
      // A form that was sent to a page: the page itself says that it takes none (RFC 9110 §15.5.6).
      if (isForPeople(request)) return sendPage(request, reply.code(405).header("allow", "GET, HEAD"));
    }
    throw refusal(404, "There is nothing here");
  });
}
