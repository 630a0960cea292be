/** The API: RFC 8620 §3. */
import type { FastifyInstance } from "fastify";
import { handleRequest } from "../methods/dispatch.ts";
import { readBody } from "./body.ts";
import { createGate } from "./concurrency.ts";
import type { HttpContext } from "./context.ts";
import { limitExceeded, notJson } from "./problem.ts";
import { sessionFor } from "./session.ts";

/** I-JSON: UTF-8, one value (RFC 8620 §1.5). @throws RequestError notJSON */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (error) {
    throw notJson(
      error instanceof SyntaxError ? `The request is not JSON: ${error.message}` : "The request is not UTF-8",
    );
  }
}

export function apiRoutes(app: FastifyInstance, context: HttpContext): void {
  const { store, mime, limits, submission, log, push } = context;
  const gate = createGate("maxConcurrentRequests", limits.maxConcurrentRequests);
  const tooLarge = () =>
    limitExceeded("maxSizeRequest", 400, `A request has at most ${limits.maxSizeRequest} octets: upload large content`);

  app.post("/jmap/api", async (request, reply) => {
    const caller = await context.callerOf(request);
    const { id: credential, username, accountIds } = caller;
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
      });
      return reply.header("cache-control", "no-store").send(response);
    });
  });
}
