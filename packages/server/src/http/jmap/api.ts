/** The API over HTTP: RFC 8620 §3. */
import type { FastifyInstance } from "fastify";
import type { ServerResponse } from "node:http";
import { readBody } from "../body.ts";
import type { HttpContext } from "../context.ts";
import { notJson } from "../problem.ts";
import { MAX_CACHED_REQUEST_BYTES, parseJson, tooLargeFor, type Requests } from "./requests.ts";

/** A missing Content-Type is accepted; another type than JSON is not. */
const isJsonType = (type: string | undefined): boolean =>
  type === undefined || /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type.trim());

/** Aborted when the connection closes before the response was sent, or with `ending`: the server shuts down. */
function signalFor(response: ServerResponse, ending: AbortSignal): AbortSignal {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return AbortSignal.any([gone.signal, ending]);
}

export function apiRoutes(app: FastifyInstance, context: HttpContext, requests: Requests): void {
  const { limits } = context;

  app.post("/jmap/api", async (request, reply) => {
    const caller = await context.callerOf(request);
    if (!isJsonType(request.headers["content-type"])) throw notJson("The content type is not application/json");
    return requests.enter(caller, async () => {
      const body = await readBody(request.raw, limits.maxSizeRequest, () => tooLargeFor(limits));
      const key = body.length <= MAX_CACHED_REQUEST_BYTES ? body.toString("latin1") : undefined;
      const answer = await requests.answer(
        request,
        caller,
        key,
        () => parseJson(body),
        signalFor(reply.raw, context.ending),
      );
      return reply
        .headers({ "cache-control": "no-store", "content-type": "application/json; charset=utf-8" })
        .send(answer);
    });
  });
}
