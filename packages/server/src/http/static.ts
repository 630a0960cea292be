/** The web client: its files, and its page for every path that is a place in it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createAssets } from "./assets.ts";
import type { HttpContext } from "./context.ts";
import { refusal } from "./problem.ts";
import { factsOf, isJmapPath, setSessionCookie } from "./request-facts.ts";

export const webFolder = join(import.meta.dirname, "../../../web/dist");

const notBuilt = "Pismo's web client has not been built: run `npm run build`, or start with `npm start`.\n";

const pathOf = ({ url }: FastifyRequest): string => url.split("?", 1)[0] ?? "";
const isForPeople = ({ headers }: FastifyRequest): boolean => headers.accept?.includes("text/html") === true;

export function staticRoutes(app: FastifyInstance, context: HttpContext, folder: string): void {
  /**
   * A browser on this machine gets its session with the page; any other is asked for a token as its password. Where
   * people sign in, the page is for everybody: it holds the sign-in.
   */
  async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const page = await readFile(join(folder, "index.html")).catch(() => undefined);
    if (!page) return reply.code(503).type("text/plain; charset=utf-8").send(notBuilt);
    const facts = factsOf(request);
    if (context.auth.signIn !== undefined || context.auth.isPersonalBrowser(facts)) {
      const issued = await context.auth.openBrowserSession(facts);
      if (issued) setSessionCookie(reply, issued, context.config);
    } else {
      await context.callerOf(request);
    }
    return reply.type("text/html; charset=utf-8").header("cache-control", "no-cache, no-store").send(page);
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
