/**
 * The number of a request: in the header of its response, in its lines of the log, in what a caller is told of a failure.
 * Never the caller's own: callers do not choose what stands in the log.
 */
import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { type Logger, withFields } from "../log.ts";

/** No standard names one; proxies, tracing tools and administrators know this. */
export const REQUEST_ID_HEADER = "x-request-id";

/** A person may read it out: small letters and digits, none of which looks like another. */
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";
/** 49 bits: unique among the requests that a log holds. */
const LENGTH = 10;

export function newRequestId(): string {
  // The remainder favours a few characters a little: it is no secret.
  return Array.from(randomBytes(LENGTH), (octet) => alphabet[octet % alphabet.length]).join("");
}

/** The messages of a WebSocket have the number of its handshake. */
export const logOf = (request: FastifyRequest, { log }: { log: Logger }): Logger =>
  withFields(log, { request: request.id });
