/** The API: RFC 8620 §3. */
import type { FastifyInstance } from "fastify";
import { handleRequest } from "../methods/dispatch.ts";
import { readBody } from "./body.ts";
import { createGate } from "./concurrency.ts";
import type { HttpContext } from "./context.ts";
import { parseIJson } from "./i-json.ts";
import { limitExceeded, notJson } from "./problem.ts";
import { baseUrl, sessionFor } from "./session.ts";

/** A client that names no type is believed; one that names another did not mean JSON. */
const isJsonType = (type: string | undefined): boolean =>
  type === undefined || /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type.trim());

/** @throws RequestError notJSON */
function parseJson(body: Buffer): unknown {
  try {
    return parseIJson(body);
  } catch (error) {
    const { message } = error as Error;
    throw notJson(error instanceof TypeError ? "The request is not UTF-8" : `The request is not JSON: ${message}`);
  }
}

export function apiRoutes(app: FastifyInstance, context: HttpContext): void {
  const { store, mime, limits, submission, log, push, images } = context;
  const gate = createGate("maxConcurrentRequests", limits.maxConcurrentRequests);
  const tooLarge = () =>
    limitExceeded("maxSizeRequest", 400, `A request has at most ${limits.maxSizeRequest} octets: upload large content`);

  app.post("/jmap/api", async (request, reply) => {
    const caller = await context.callerOf(request);
    const { id: credential, username, accountIds } = caller;
    if (!isJsonType(request.headers["content-type"])) throw notJson("The content type is not application/json");
    return gate.enter(credential, async () => {
      const body = parseJson(await readBody(request.raw, limits.maxSizeRequest, tooLarge));
      const { state: sessionState } = await sessionFor(request, caller, context);
      const response = await handleRequest(body, {
        store,
        mime,
        access: { credential, username, accountIds },
        limits,
        submission,
        log,
        sessionState,
        onPushSubscription: (subscription) => push.verify(subscription),
        signImage: (account, url) => baseUrl(request, context) + images.urls.sign(account, url),
        trustedServers: images.trustedServers,
        unsubscribe: (url) => context.unsubscribe(credential, url),
        mailServers: caller.isOwner ? context.mailServers : undefined,
      });
      return reply.header("cache-control", "no-store").send(response);
    });
  });
}
