/**
 * For supervisors and balancers, without a sign-in and without a word about anyone: /healthz says that the process
 * answers, /readyz that it can also read the database.
 */
import type { FastifyInstance, FastifyReply } from "fastify";
import { ping } from "../store/db/ping.ts";
import type { HttpContext } from "./context.ts";
import { logOf } from "./request-id.ts";

/** Probes wait for some seconds only. */
const DATABASE_TIMEOUT_MS = 3000;

function send(reply: FastifyReply, status: 200 | 503, text: string): FastifyReply {
  return reply.code(status).type("text/plain; charset=utf-8").header("cache-control", "no-store").send(`${text}\n`);
}

export function healthRoutes(
  app: FastifyInstance,
  { store, log, ending }: Pick<HttpContext, "store" | "log" | "ending">,
): void {
  app.get("/healthz", (_request, reply) => send(reply, 200, "ok"));

  app.get("/readyz", async (request, reply) => {
    if (ending.aborted) return send(reply, 503, "the server is ending");
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("the database takes too long")), DATABASE_TIMEOUT_MS);
    });
    try {
      await Promise.race([ping(store), late]);
      return send(reply, 200, "ready");
    } catch (error) {
      logOf(request, { log }).warn("not ready", { error });
      return send(reply, 503, "the database does not answer");
    } finally {
      clearTimeout(timer);
    }
  });
}
