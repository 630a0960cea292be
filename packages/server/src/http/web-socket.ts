/**
 * JMAP over WebSocket: RFC 8887. What a request by HTTP costs a browser, some 4 ms, it costs once a connection
 * (docs/decisions/0033-requests-over-a-web-socket.md). News come by the event source, so nothing is pushed here.
 */
import { RequestError, requestErrorTypes } from "@pismo/jmap";
import fastifyWebSocket from "@fastify/websocket";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RawData, WebSocket } from "ws";
import { isObject } from "../methods/checks.ts";
import { isLoopback } from "../auth/place.ts";
import { SignInError } from "../auth/sign-in-error.ts";
import type { HttpContext } from "./context.ts";
import { problemOf } from "./problem.ts";
import { factsOf } from "./request-facts.ts";
import { parseJson, type Requests } from "./requests.ts";
import { WEB_SOCKET_PATH } from "./session.ts";

/** RFC 8887 §4.1. */
const subprotocol = "jmap";

/** Milliseconds. Proxies cut silent connections after a minute or so; who does not answer until the next is gone. */
const heartbeat = 30_000;
/** Milliseconds in which it may be answered that the server ends. */
const farewell = 500;
/** Octets that may wait in memory for a reader that does not read. */
const maxBuffered = 16 * 2 ** 20;

/** RFC 6455 §7.4.1 and §7.4.2. */
const closing = { unsupportedData: 1003, policyViolation: 1008, internalError: 1011, serviceRestart: 1012 };

const notRequest = (detail: string): RequestError =>
  new RequestError({ type: requestErrorTypes.notRequest, status: 400, detail });

interface Message {
  /** Of the request, if it has one (RFC 8887 §4.3.2). */
  id: string | null;
  /** Unchecked. */
  request: unknown;
}

/** @throws RequestError notRequest */
function readMessage(message: unknown): Message {
  if (!isObject(message)) throw notRequest("The message is not an object");
  const { "@type": type, id = null, ...request } = message;
  if (id !== null && typeof id !== "string") throw notRequest("id is not a string");
  if (type !== "Request") throw notRequest("The only messages that are understood here have the @type Request");
  return { id, request };
}

export async function webSocketRoutes(app: FastifyInstance, context: HttpContext, requests: Requests): Promise<void> {
  const { limits, log } = context;
  const silent = new WeakSet<WebSocket>();
  const open = new Set<WebSocket>();

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
      for (const socket of open) socket.close(closing.serviceRestart);
      setTimeout(() => open.forEach((socket) => socket.terminate()), farewell);
      done();
    },
  });

  const timer = setInterval(() => {
    for (const socket of open) {
      if (silent.has(socket)) socket.terminate();
      silent.add(socket);
      socket.ping();
    }
  }, heartbeat);
  timer.unref();
  app.addHook("onClose", async () => clearInterval(timer));

  /** A Response or a RequestError (RFC 8887 §4.3.3, §4.3.4). @throws SignInError */
  async function answerTo(data: Buffer, request: FastifyRequest): Promise<string> {
    // Asked anew each time: the session may have ended.
    const caller = await context.callerOf(request);
    let requestId: string | null = null;
    try {
      const message = readMessage(parseJson(data));
      requestId = message.id;
      const key = JSON.stringify(message.request);
      const answer = await requests.enter(caller, () => requests.answer(request, caller, key, () => message.request));
      return `{"@type":"Response","requestId":${JSON.stringify(requestId)},${answer.toString("utf8", 1)}`;
    } catch (error) {
      if (!(error instanceof RequestError)) log.error("a request failed", { error });
      return JSON.stringify({ "@type": "RequestError", requestId, ...problemOf(error) });
    }
  }

  async function receive(socket: WebSocket, request: FastifyRequest, data: RawData, isBinary: boolean): Promise<void> {
    // RFC 8887 §4.2.
    if (isBinary) return socket.close(closing.unsupportedData);
    try {
      const answer = await answerTo(data as Buffer, request);
      if (socket.bufferedAmount > maxBuffered) socket.terminate();
      else socket.send(answer);
    } catch (error) {
      // The browser may have another cookie by now: it is told by HTTP whether that lets it in.
      if (error instanceof SignInError) return socket.close(closing.policyViolation);
      log.error("a request failed", { error });
      socket.close(closing.internalError);
    }
    return undefined;
  }

  /** Who may not call gets no connection; a page of another site never does. */
  async function receiveCaller(request: FastifyRequest): Promise<void> {
    await context.callerOf(request);
    const { peer, isForwarded } = factsOf(request);
    // On one machine packing takes longer than sending.
    if (isLoopback(peer) && !isForwarded) delete request.raw.headers["sec-websocket-extensions"];
  }

  app.get(
    WEB_SOCKET_PATH,
    { websocket: true, preValidation: receiveCaller, exposeHeadRoute: false },
    (socket, request) => {
      open.add(socket);
      socket.on("close", () => open.delete(socket));
      socket.on("pong", () => silent.delete(socket));
      socket.on("message", (data, isBinary) => void receive(socket, request, data, isBinary));
    },
  );
}
