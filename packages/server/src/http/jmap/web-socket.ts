/**
 * JMAP over WebSocket: RFC 8887, for clients other than our page (docs/decisions/0033-requests-over-a-web-socket.md).
 * Push uses the event source, so nothing is pushed here.
 */
import { instanceOf, RequestError, requestErrorTypes } from "@pismo/jmap";
import fastifyWebSocket from "@fastify/websocket";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RawData, WebSocket } from "ws";
import { isObject } from "../../methods/checks.ts";
import type { Caller } from "../../auth/authenticate.ts";
import { isLoopback } from "../../auth/request-origin.ts";
import { SignInError } from "../../auth/sign-in-error.ts";
import { limitsCapability } from "../../methods/limits.ts";
import { createGate } from "./concurrency.ts";
import type { HttpContext } from "../context.ts";
import type { Measures } from "../measures.ts";
import { problemOf, refusal } from "../problem.ts";
import { logOf } from "../request-id.ts";
import { factsOf } from "../auth/request-facts.ts";
import { MAX_CACHED_REQUEST_BYTES, parseJson, type Requests } from "./requests.ts";
import { WEB_SOCKET_PATH } from "./session.ts";

/** RFC 8887 §4.1. */
export const subprotocol = "jmap";

/** Proxies cut idle connections after about a minute; a client that answers no ping until the next one is closed. */
const HEARTBEAT_MS = 30_000;
/** Time for clients to confirm the close at shutdown. */
const CLOSE_TIMEOUT_MS = 500;
/** For a client that does not read. */
const MAX_BUFFERED_BYTES = 16 * 2 ** 20;

/** RFC 6455 §7.4.1 and §7.4.2, and the registry there. */
export const closing = {
  unsupportedData: 1003,
  policyViolation: 1008,
  internalError: 1011,
  serviceRestart: 1012,
  tryAgainLater: 1013,
};

const notRequest = (detail: string): RequestError =>
  new RequestError({ type: requestErrorTypes.notRequest, status: 400, detail });

interface Message {
  /** The id of the request, if it has one (RFC 8887 §4.3.2). */
  id: string | undefined;
  /** Not yet validated. */
  request: unknown;
}

/** @throws RequestError notRequest */
function readMessage(message: unknown): Message {
  if (!isObject(message)) throw notRequest("The message is not an object");
  const { "@type": type, id, ...request } = message;
  if (id !== undefined && id !== null && typeof id !== "string") throw notRequest("id is not a string");
  if (type !== "Request") throw notRequest("The only messages that are understood here have the @type Request");
  return { id: id ?? undefined, request };
}

/** Pings all clients, and closes those that have not answered by the next time. */
export class Heartbeat {
  readonly open = new Set<WebSocket>();
  readonly #silent = new WeakSet<WebSocket>();
  readonly #measures: Measures | undefined;
  readonly #timer = setInterval(() => this.#beat(), HEARTBEAT_MS);

  constructor(measures: Measures | undefined) {
    this.#measures = measures;
    this.#timer.unref();
  }

  add(socket: WebSocket): void {
    this.open.add(socket);
    socket.on("pong", () => this.#silent.delete(socket));
    socket.on("close", () => this.open.delete(socket));
    const closed = this.#measures?.connection("websocket");
    if (closed) socket.on("close", closed);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    for (const socket of this.open) {
      if (this.#silent.has(socket)) socket.terminate();
      this.#silent.add(socket);
      socket.ping();
    }
  }
}

interface Parts {
  context: HttpContext;
  requests: Requests;
}

/** A Response or a RequestError (RFC 8887 §4.3.3, §4.3.4). @throws SignInError */
async function answerTo(
  { context, requests }: Parts,
  data: Buffer,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<string> {
  // Checked for each message: the session may have ended.
  const caller = await context.callerOf(request);
  let requestId: string | undefined;
  try {
    const read = (): unknown => {
      const message = readMessage(parseJson(data));
      requestId = message.id;
      return message.request;
    };
    // A short message gives its id even where its caller is at the limit; a long one is not parsed before its turn.
    const known = data.length <= MAX_CACHED_REQUEST_BYTES ? read() : undefined;
    const key = known === undefined ? undefined : JSON.stringify(known);
    const answer = await requests.enter(caller, () =>
      requests.answer(request, caller, key, () => known ?? read(), signal),
    );
    const name = requestId === undefined ? "" : `"requestId":${JSON.stringify(requestId)},`;
    return `{"@type":"Response",${name}${answer.toString("utf8", 1)}`;
  } catch (error) {
    if (!(error instanceof RequestError)) logOf(request, context).error("a request failed", { error });
    return JSON.stringify({
      "@type": "RequestError",
      requestId,
      ...problemOf(error),
      instance: instanceOf(request.id),
    });
  }
}

async function receive(
  parts: Parts,
  socket: WebSocket,
  request: FastifyRequest,
  data: RawData,
  isBinary: boolean,
  signal: AbortSignal,
): Promise<void> {
  // RFC 8887 §4.2.
  if (isBinary) return socket.close(closing.unsupportedData);
  try {
    const answer = await answerTo(parts, data as Buffer, request, signal);
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate();
    else socket.send(answer);
  } catch (error) {
    // The browser may have another cookie by now; over HTTP it learns whether that one is valid.
    if (error instanceof SignInError) return socket.close(closing.policyViolation);
    logOf(request, parts.context).error("a request failed", { error });
    socket.close(closing.internalError);
  }
  return undefined;
}

/** @throws RequestError */
export function assertSubprotocol(request: FastifyRequest): void {
  const { "sec-websocket-protocol": offered = "" } = request.headers;
  if (!offered.split(",").some((each) => each.trim() === subprotocol)) {
    throw refusal(400, `The subprotocol "${subprotocol}" is what this connection is for`);
  }
}

/** On the loopback address compression takes longer than sending. */
export function dropCompression(request: FastifyRequest): void {
  const { peer, isForwarded } = factsOf(request);
  if (isLoopback(peer) && !isForwarded) delete request.raw.headers["sec-websocket-extensions"];
}

/** @returns what keeps connections alive and ends them at shutdown; each connection is to be added */
export async function registerWebSockets(
  app: FastifyInstance,
  { limits, log, measures }: HttpContext,
): Promise<Heartbeat> {
  const heartbeat = new Heartbeat(measures);
  await app.register(fastifyWebSocket, {
    options: {
      maxPayload: limits.maxSizeRequest,
      perMessageDeflate: { threshold: 1024, serverNoContextTakeover: true, clientNoContextTakeover: true },
      handleProtocols: (offered) => offered.has(subprotocol) && subprotocol,
    },
    errorHandler: (error, socket) => {
      log.debug("a WebSocket failed", { error });
      socket.terminate();
    },
    preClose: (done) => {
      for (const socket of heartbeat.open) socket.close(closing.serviceRestart);
      setTimeout(() => heartbeat.open.forEach((socket) => socket.terminate()), CLOSE_TIMEOUT_MS);
      done();
    },
  });
  app.addHook("onClose", async () => heartbeat.stop());
  return heartbeat;
}

export async function webSocketRoutes(app: FastifyInstance, context: HttpContext, requests: Requests): Promise<void> {
  const heartbeat = await registerWebSockets(app, context);
  const callers = new WeakMap<FastifyRequest, Caller>();
  const gate = createGate("maxConnections", limitsCapability.maxConnections);

  /** Without authentication there is no connection; a page of another site never gets one. */
  async function receiveCaller(request: FastifyRequest): Promise<void> {
    callers.set(request, await context.callerOf(request));
    assertSubprotocol(request);
    dropCompression(request);
  }

  app.get(
    WEB_SOCKET_PATH,
    { websocket: true, preValidation: receiveCaller, exposeHeadRoute: false },
    (socket, request) => {
      const gone = new AbortController();
      let leave: () => void;
      try {
        const leaveGate = gate.hold(callers.get(request)?.id ?? "");
        const leaveUse = context.activity.hold(callers.get(request)?.accountIds ?? []);
        leave = () => {
          leaveGate();
          leaveUse();
        };
      } catch {
        return socket.close(closing.tryAgainLater);
      }
      const signal = AbortSignal.any([gone.signal, context.ending]);
      heartbeat.add(socket);
      socket.on("close", () => {
        leave();
        gone.abort();
      });
      socket.on(
        "message",
        (data, isBinary) => void receive({ context, requests }, socket, request, data, isBinary, signal),
      );
      return undefined;
    },
  );
}
