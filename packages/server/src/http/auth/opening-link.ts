/** The opening link: a URL with a one-time secret that lets an unknown browser in. Personal mode only. */
import type { FastifyInstance } from "fastify";
import type { HttpContext } from "../context.ts";
import { refusal } from "../problem.ts";
import { factsOf, setSessionCookie } from "./request-facts.ts";

const OPENING_PATH = "/auth/open";

/** @param origin under which the browser reaches the server */
export const openingUrl = (origin: string, secret: string): string =>
  `${origin}${OPENING_PATH}?${new URLSearchParams({ secret }).toString()}`;

export function openingLinkRoutes(app: FastifyInstance, { auth, config }: HttpContext): void {
  if (auth.signIn) return;

  // A HEAD request would use up the secret, and ignores cookies.
  app.get(OPENING_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const facts = factsOf(request);
    // A prefetched page may never be shown, and the secret would be used up.
    if (request.headers["sec-purpose"] !== undefined) throw refusal(503, "Not in advance");
    if (facts.fetchDest !== undefined && facts.fetchDest !== "document")
      throw refusal(403, "Only a window may do this");
    const [, query = ""] = request.url.split("?", 2);
    const secret = new URLSearchParams(query).get("secret");
    const issued = secret === null ? undefined : await auth.openByLink(facts, secret);
    if (issued) setSessionCookie(reply, issued, config);
    // The page explains what to do where the secret is invalid. The secret stays in no URL and in no history.
    return reply.code(303).header("cache-control", "no-store").header("location", "/").send();
  });
}
