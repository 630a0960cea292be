/** Fetches remote images of messages, so that their host does not learn who reads, when, where and with which program. */
import type { FastifyInstance } from "fastify";
import { createGate } from "../jmap/concurrency.ts";
import type { HttpContext } from "../context.ts";
import { fetchImage } from "./fetch-image.ts";
import { refusal } from "../problem.ts";
import { logOf } from "../request-id.ts";

interface Route {
  Params: { accountId: string };
  Querystring: Record<string, string | string[] | undefined>;
}

/** Concurrent requests of one caller. */
const MAX_CONCURRENT = 16;

export function imageRoutes(app: FastifyInstance, context: HttpContext): void {
  const { images } = context;
  const gate = createGate("maxConcurrentRequests", MAX_CONCURRENT);

  app.get<Route>("/jmap/image/:accountId", async (request, reply) => {
    const { id, accountIds, remoteIds } = await context.callerOf(request);
    const { accountId } = request.params;
    // A repeated parameter is an array, and never has a valid signature.
    const query = Object.fromEntries(
      Object.entries(request.query).filter(([, value]) => typeof value === "string"),
    ) as Record<string, string>;
    const url = [...accountIds, ...remoteIds].includes(accountId) ? images.urls.verify(accountId, query) : undefined;
    if (url === undefined) throw refusal(404, "There is no such image");
    const image = await gate.enter(id, () =>
      fetchImage(url, images.rules).catch((error: unknown) => {
        logOf(request, context).debug("a remote image was not fetched", { host: URL.parse(url)?.host, error });
        // One response for all failures: differences would describe the network of the server.
        throw refusal(502, "The image could not be fetched");
      }),
    );
    return reply
      .header("cache-control", "private, max-age=86400, immutable")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("content-disposition", "attachment")
      .type(image.type)
      .send(image.bytes);
  });
}
