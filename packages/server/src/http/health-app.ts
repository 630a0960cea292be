/** The HTTP server of a process that serves no pages: health alone. */
import Fastify, { type FastifyInstance } from "fastify";
import type { Logger } from "../log.ts";
import type { Store } from "../store/db/store.ts";
import { healthRoutes } from "./health.ts";
import { newRequestId, REQUEST_ID_HEADER } from "./request-id.ts";

export function createHealthApp({ store, log }: { store: Store; log: Logger }): FastifyInstance {
  const ending = new AbortController();
  const app = Fastify({ logger: false, genReqId: newRequestId });
  app.addHook("onRequest", async ({ id }, reply) => void reply.header(REQUEST_ID_HEADER, id));
  healthRoutes(app, { store, log, ending: ending.signal });
  app.addHook("preClose", async () => ending.abort());
  return app;
}
