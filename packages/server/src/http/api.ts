/** The API over HTTP: RFC 8620 §3. */
import type { FastifyInstance } from "fastify";
import { readBody } from "./body.ts";
import type { HttpContext } from "./context.ts";
import { notJson } from "./problem.ts";
import { parseJson, tooLargeFor, type Requests } from "./requests.ts";

/** A client that names no type is believed; one that names another did not mean JSON. */
const isJsonType = (type: string | undefined): boolean =>
  type === undefined || /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type.trim());

export function apiRoutes(app: FastifyInstance, context: HttpContext, requests: Requests): void {
  const { limits } = context;

  app.post("/jmap/api", async (request, reply) => {
    const caller = await context.callerOf(request);
    if (!isJsonType(request.headers["content-type"])) throw notJson("The content type is not application/json");
    return requests.enter(caller, async () => {
      const body = await readBody(request.raw, limits.maxSizeRequest, () => tooLargeFor(limits));
      const answer = await requests.answer(request, caller, body.toString("latin1"), () => parseJson(body));
      return reply
        .headers({ "cache-control": "no-store", "content-type": "application/json; charset=utf-8" })
        .send(answer);
    });
  });
}
