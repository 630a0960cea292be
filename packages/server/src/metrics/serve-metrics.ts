/** /metrics in Prometheus' format, on a port of its own: every client that can connect can read them, and they say nothing about people. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { collectDefaultMetrics, Registry } from "prom-client";
import { isLoopbackName } from "../auth/request-origin.ts";
import type { Measures } from "../http/measures.ts";
import type { Logger } from "../log.ts";
import { createMeasures } from "./measures.ts";
import { addStoreMetrics, type WatchedParts } from "./store-metrics.ts";

export interface MetricsServer {
  measures: Measures;
  /** Of the server that listens. */
  port: number;
  close(): Promise<void>;
}

export interface MetricsOptions extends WatchedParts {
  host: string;
  port: number;
  log: Logger;
}

/** A page of a foreign name that points to the loopback address (DNS rebinding) learns nothing. */
const isExpectedName = (hostHeader: string | undefined, host: string): boolean => {
  const name = URL.parse(`http://${hostHeader}`)?.hostname.replaceAll(/[[\]]/g, "");
  return !isLoopbackName(host) || (name !== undefined && isLoopbackName(name));
};

/** @throws Error the port cannot be listened on */
export async function serveMetrics({ host, port, log, ...parts }: MetricsOptions): Promise<MetricsServer> {
  const registry = new Registry();
  // Of the process: memory, processor time, handles, and the lag of the event loop.
  collectDefaultMetrics({ register: registry });
  const measures = createMeasures(registry);
  const refresh = addStoreMetrics(registry, parts);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const end = (status: number, text: string, type = "text/plain; charset=utf-8"): void => {
      response.writeHead(status, {
        "content-type": type,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      });
      response.end(request.method === "HEAD" ? undefined : text);
    };
    if (!isExpectedName(request.headers.host, host)) return end(421, "not under that name\n");
    if (request.url?.split("?", 1)[0] !== "/metrics") return end(404, "only /metrics is here\n");
    if (request.method !== "GET" && request.method !== "HEAD") return end(405, "only GET\n");
    await refresh();
    return end(200, await registry.metrics(), registry.contentType);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error("the metrics could not be written", { error });
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, resolve);
  });
  return {
    measures,
    port: (server.address() as AddressInfo).port,
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      registry.clear();
    },
  };
}
