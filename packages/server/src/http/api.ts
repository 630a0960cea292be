/** The API: RFC 8620 §3. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Caller } from "../auth/authenticate.ts";
import { handleRequest } from "../methods/dispatch.ts";
import { createKept } from "../store/kept.ts";
import { readBody } from "./body.ts";
import { createGate } from "./concurrency.ts";
import type { HttpContext } from "./context.ts";
import { parseIJson } from "./i-json.ts";
import { limitExceeded, notJson } from "./problem.ts";
import { callerKey, requestContext } from "./request-context.ts";
import { sessionFor } from "./session.ts";

/** A client that names no type is believed; one that names another did not mean JSON. */
const isJsonType = (type: string | undefined): boolean =>
  type === undefined || /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type.trim());

/** @throws RequestError notJSON */
function parseJson(body: Buffer): unknown {
  try {
    return parseIJson(body);
  } catch (error) {
    const { message } = error as Error;
    throw notJson(error instanceof TypeError ? "The request is not UTF-8" : `The request is not JSON: ${message}`);
  }
}

/** Octets of the answers that are kept with their requests: some hundred pages of a list. */
const KEPT_OCTETS = 4 * 2 ** 20;
/** Octets. Longer requests bring what is new, or never come again. */
const MAX_KEPT_REQUEST = 8192;
const MAX_KEPT_STATES = 1000;

export function apiRoutes(app: FastifyInstance, context: HttpContext): void {
  const { store, limits } = context;
  const gate = createGate("maxConcurrentRequests", limits.maxConcurrentRequests);
  const answers = createKept<Buffer>(store, KEPT_OCTETS);
  const sessionStates = createKept<string>(store, MAX_KEPT_STATES);
  const tooLarge = () =>
    limitExceeded("maxSizeRequest", 400, `A request has at most ${limits.maxSizeRequest} octets: upload large content`);

  async function answerTo(request: FastifyRequest, caller: Caller, key: string, body: Buffer) {
    const sessionState = await sessionStates.get(key, async () => {
      return { value: (await sessionFor(request, caller, context)).state, weight: 1 };
    });
    const { text, isRepeatable } = await handleRequest(
      parseJson(body),
      requestContext(request, caller, context, sessionState),
    );
    const value = Buffer.from(text);
    return { value, weight: isRepeatable ? body.length + value.length : undefined };
  }

  app.post("/jmap/api", async (request, reply) => {
    const caller = await context.callerOf(request);
    if (!isJsonType(request.headers["content-type"])) throw notJson("The content type is not application/json");
    return gate.enter(caller.id, async () => {
      const body = await readBody(request.raw, limits.maxSizeRequest, tooLarge);
      const key = callerKey(request, caller, context);
      const make = () => answerTo(request, caller, key, body);
      const isShort = body.length <= MAX_KEPT_REQUEST;
      const answer = isShort ? await answers.get(`${key}\n${body.toString("latin1")}`, make) : (await make()).value;
      return reply
        .headers({ "cache-control": "no-store", "content-type": "application/json; charset=utf-8" })
        .send(answer);
    });
  });
}
