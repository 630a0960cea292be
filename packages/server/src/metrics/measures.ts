/** The numbers of requests, calls and connections, as Prometheus has them. */
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { Measures } from "../http/measures.ts";

/** Seconds: from what memory answers to what a proxy would cut. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createMeasures(registry: Registry): Measures {
  const registers = [registry];
  const requests = new Counter({
    name: "pismo_http_requests_total",
    help: "HTTP requests that were answered.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const requestSeconds = new Histogram({
    name: "pismo_http_request_duration_seconds",
    help: "From the head of an HTTP request to the end of its response; without streams of events.",
    labelNames: ["method", "route"],
    buckets,
    registers,
  });
  const calls = new Counter({
    name: "pismo_jmap_calls_total",
    help: "JMAP method calls that were run, by result: ok, or the error of RFC 8620. Responses that are repeated from memory run none.",
    labelNames: ["method", "result"],
    registers,
  });
  const callSeconds = new Histogram({
    name: "pismo_jmap_call_duration_seconds",
    help: "Duration of JMAP method calls that were run.",
    labelNames: ["method"],
    buckets,
    registers,
  });
  const connections = new Gauge({
    name: "pismo_push_connections",
    help: "Open connections: event sources, which push, and WebSockets.",
    labelNames: ["kind"],
    registers,
  });
  for (const kind of ["eventsource", "websocket"]) connections.set({ kind }, 0);

  return {
    request({ method, route, status, seconds }) {
      requests.inc({ method, route, status });
      if (seconds !== undefined) requestSeconds.observe({ method, route }, seconds);
    },
    call(method, result, seconds) {
      calls.inc({ method, result });
      callSeconds.observe({ method }, seconds);
    },
    connection(kind) {
      connections.inc({ kind });
      return () => connections.dec({ kind });
    },
  };
}
