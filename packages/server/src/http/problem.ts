/** Problem documents (RFC 7807, now RFC 9457) for a request that is refused as a whole: RFC 8620 §3.6.1. */
import { instanceOf, RequestError, requestErrorTypes } from "@pismo/jmap";
import type { CoreCapability, LimitsCapability, ProblemDetails } from "@pismo/jmap";
import type { FastifyReply } from "fastify";
import { StoreError } from "../store/db/store.ts";

export function sendProblem(reply: FastifyReply, problem: ProblemDetails): FastifyReply {
  return reply
    .code(problem.status)
    .type("application/problem+json; charset=utf-8")
    .header("cache-control", "no-store")
    .send(JSON.stringify({ ...problem, instance: instanceOf(reply.request.id) }));
}

/** A refusal without a type in RFC 8620: "about:blank", whose meaning is the HTTP status. */
export function refusal(status: number, detail: string): RequestError {
  return new RequestError({ type: "about:blank", status, detail });
}

/** @param limit its name among the capabilities of the session */
export function limitExceeded(
  limit: keyof CoreCapability | keyof LimitsCapability,
  status: number,
  detail: string,
): RequestError {
  return new RequestError({ type: requestErrorTypes.limit, status, limit, detail });
}

/** @param status 400 by default */
export function notJson(detail: string): RequestError {
  return new RequestError({ type: requestErrorTypes.notJSON, status: 400, detail });
}

/** The problem document for an error. Internal errors are logged, not described to the caller. */
export function problemOf(error: unknown): ProblemDetails {
  if (error instanceof RequestError) return error.problem;
  if (error instanceof StoreError && error.code === "diskFull") {
    return { type: "about:blank", status: 507, detail: "The disk is full or cannot be written: nothing was changed." };
  }
  if (error instanceof StoreError && error.code === "busy") {
    return { type: "about:blank", status: 503, detail: "The mailbox is busy: try again in a moment." };
  }
  if (error instanceof StoreError && error.code === "blobElsewhere") {
    return { type: "about:blank", status: 503, detail: `${error.message}: try again later.` };
  }
  const status = (error as { statusCode?: number } | null)?.statusCode;
  if (status !== undefined && status >= 400 && status < 500) {
    return { type: "about:blank", status, detail: (error as Error).message };
  }
  return { type: "about:blank", status: 500, detail: "Something failed inside the server; its log says what." };
}
