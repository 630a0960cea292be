/** Requests of the API and their answers (RFC 8620 §3), whatever carries them. */
import type { CoreCapability } from "@pismo/jmap";
import type { FastifyRequest } from "fastify";
import type { Caller } from "../auth/authenticate.ts";
import { handleRequest } from "../methods/dispatch.ts";
import { createKept } from "../store/kept.ts";
import { createGate } from "./concurrency.ts";
import type { HttpContext } from "./context.ts";
import { parseIJson } from "./i-json.ts";
import { limitExceeded, notJson } from "./problem.ts";
import { callerKey, requestContext } from "./request-context.ts";
import { sessionFor } from "./session.ts";

/** Octets of the answers that are kept with their requests: some hundred pages of a list. */
const KEPT_OCTETS = 4 * 2 ** 20;
/** Octets. Longer requests bring what is new, or never come again. */
const MAX_KEPT_REQUEST = 8192;
const MAX_KEPT_STATES = 1000;

export interface Requests {
  /** Runs `work` unless the caller has its full number under way. @throws RequestError limit */
  enter<T>(caller: Caller, work: () => Promise<T>): Promise<T>;
  /**
   * @param key the same for requests that ask for the same
   * @param parse gives the request
   * @returns the response as JSON, in UTF-8
   * @throws RequestError where the whole request is refused
   */
  answer(request: FastifyRequest, caller: Caller, key: string, parse: () => unknown): Promise<Buffer>;
}

/** @throws RequestError notJSON */
export function parseJson(body: Buffer): unknown {
  try {
    return parseIJson(body);
  } catch (error) {
    const { message } = error as Error;
    throw notJson(error instanceof TypeError ? "The request is not UTF-8" : `The request is not JSON: ${message}`);
  }
}

export const tooLargeFor = ({ maxSizeRequest }: CoreCapability) =>
  limitExceeded("maxSizeRequest", 400, `A request has at most ${maxSizeRequest} octets: upload large content`);

export function createRequests(context: HttpContext): Requests {
  const { store, limits } = context;
  const gate = createGate("maxConcurrentRequests", limits.maxConcurrentRequests);
  const answers = createKept<Buffer>(store, KEPT_OCTETS);
  const sessionStates = createKept<string>(store, MAX_KEPT_STATES);

  return {
    enter: (caller, work) => gate.enter(caller.id, work),

    async answer(request, caller, key, parse) {
      const callersKey = callerKey(request, caller, context);
      const make = async () => {
        const sessionState = await sessionStates.get(callersKey, async () => {
          return { value: (await sessionFor(request, caller, context)).state, weight: 1 };
        });
        const { text, isRepeatable } = await handleRequest(
          parse(),
          requestContext(request, caller, context, sessionState),
        );
        const value = Buffer.from(text);
        return { value, weight: isRepeatable ? key.length + value.length : undefined };
      };
      return key.length <= MAX_KEPT_REQUEST ? answers.get(`${callersKey}\n${key}`, make) : (await make()).value;
    },
  };
}
