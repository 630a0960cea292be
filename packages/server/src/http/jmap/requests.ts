/** API requests and their responses (RFC 8620 §3), independent of the transport. */
import type { CoreCapability } from "@pismo/jmap";
import type { FastifyRequest } from "fastify";
import type { Caller } from "../../auth/authenticate.ts";
import { handleRequest } from "../../methods/dispatch.ts";
import { limitsCapability } from "../../methods/limits.ts";
import { createCommitCache } from "../../store/db/commit-cache.ts";
import { createGate } from "./concurrency.ts";
import type { HttpContext } from "../context.ts";
import { parseIJson, TooManyValues } from "./i-json.ts";
import { limitExceeded, notJson } from "../problem.ts";
import { callerKey, requestContext } from "./request-context.ts";
import { sessionFor } from "./session.ts";

/** About a hundred windows of a list. */
const CACHE_BYTES = 4 * 2 ** 20;
/** Longer requests carry new content, or are not repeated. */
export const MAX_CACHED_REQUEST_BYTES = 8192;
const MAX_CACHED_STATES = 1000;

export interface Requests {
  /** Runs `work` unless the caller is at its limit. @throws RequestError limit */
  enter<T>(caller: Caller, work: () => Promise<T>): Promise<T>;
  /**
   * @param key equal for equal requests, and short; undefined: the response is not cached
   * @param parse returns the request
   * @param signal aborted when the caller disconnects
   * @returns the response as JSON, in UTF-8
   * @throws RequestError where the request is refused as a whole
   */
  answer(
    request: FastifyRequest,
    caller: Caller,
    key: string | undefined,
    parse: () => unknown,
    signal: AbortSignal,
  ): Promise<Buffer>;
}

const bounds = { maxDepth: limitsCapability.maxDepthOfRequest, maxValues: limitsCapability.maxValuesInRequest };

/** @throws RequestError notJSON, limit */
export function parseJson(body: Buffer): unknown {
  try {
    return parseIJson(body, bounds);
  } catch (error) {
    if (error instanceof TooManyValues) {
      throw limitExceeded("maxValuesInRequest", 400, `A request has at most ${bounds.maxValues} values`);
    }
    const { message } = error as Error;
    throw notJson(error instanceof TypeError ? "The request is not UTF-8" : `The request is not JSON: ${message}`);
  }
}

export const tooLargeFor = ({ maxSizeRequest }: CoreCapability) =>
  limitExceeded("maxSizeRequest", 400, `A request has at most ${maxSizeRequest} octets: upload large content`);

export function createRequests(context: HttpContext): Requests {
  const { store, limits } = context;
  const gate = createGate("maxConcurrentRequests", limits.maxConcurrentRequests);
  const answers = createCommitCache<Buffer>(store, CACHE_BYTES);
  const sessionStates = createCommitCache<string>(store, MAX_CACHED_STATES);

  return {
    enter: (caller, work) => gate.enter(caller.id, work),

    async answer(request, caller, key, parse, signal) {
      const callersKey = callerKey(request, caller, context);
      const make = async () => {
        const sessionState = await sessionStates.get(callersKey, async () => {
          return { value: (await sessionFor(request, caller, context)).state, weight: 1 };
        });
        const { text, isRepeatable } = await handleRequest(
          parse(),
          requestContext(request, caller, context, sessionState, signal),
        );
        const value = Buffer.from(text);
        return { value, weight: isRepeatable && key !== undefined ? key.length + value.length : undefined };
      };
      return key === undefined ? (await make()).value : answers.get(`${callersKey}\n${key}`, make);
    },
  };
}
