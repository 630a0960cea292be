/** Pictures of letters that lie elsewhere: fetched by us, so that nobody there learns who reads, when, where and with what. */
import type { FastifyInstance } from "fastify";
import { createGate } from "./concurrency.ts";
import type { HttpContext } from "./context.ts";
import { fetchPicture } from "./fetch-picture.ts";
import { refusal } from "./problem.ts";

interface Route {
  Params: { accountId: string };
  Querystring: Record<string, string | string[] | undefined>;
}

/** At the same time for one caller. */
const mostAtOnce = 16;

export function imageRoutes(app: FastifyInstance, context: HttpContext): void {
  const { images, log } = context;
  const gate = createGate("maxConcurrentRequests", mostAtOnce);

  app.get<Route>("/jmap/image/:accountId", async (request, reply) => {
    const { id, accountIds } = await context.callerOf(request);
    const { accountId } = request.params;
    // A parameter that was given twice is a list, which no signature fits.
    const query = Object.fromEntries(
      Object.entries(request.query).filter(([, value]) => typeof value === "string"),
    ) as Record<string, string>;
    const url = accountIds.includes(accountId) ? images.urls.verify(accountId, query) : undefined;
    if (url === undefined) throw refusal(404, "There is no such picture");
    const picture = await gate.enter(id, () =>
      fetchPicture(url, images.rules).catch((error: unknown) => {
        log.debug("a remote picture was not fetched", { host: URL.parse(url)?.host, error });
        // One answer to all that can go wrong: the differences would describe the network around us.
        throw refusal(502, "The picture could not be fetched");
      }),
    );
    return reply
      .header("cache-control", "private, max-age=86400, immutable")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("content-disposition", "attachment")
      .type(picture.type)
      .send(picture.bytes);
  });
}
