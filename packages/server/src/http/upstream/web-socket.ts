/** JMAP over WebSocket (RFC 8887) to the engine: messages pass both ways, the credential goes with the handshake alone. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type RawData, WebSocket } from "ws";
import { SignInError } from "../../auth/sign-in-error.ts";
import { limitsCapability } from "../../methods/limits.ts";
import { createGate } from "../jmap/concurrency.ts";
import { WEB_SOCKET_PATH } from "../jmap/session.ts";
import { assertSubprotocol, closing, dropCompression, registerWebSockets, subprotocol } from "../jmap/web-socket.ts";
import { refusal } from "../problem.ts";
import { logOf } from "../request-id.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { asPerson, onSessionEnd, type UpstreamContext } from "./person.ts";

interface Opened {
  callerId: string;
  engine: WebSocket;
}

const HANDSHAKE_MS = 10_000;
/** Of one response. */
const MAX_MESSAGE_BYTES = 64 * 2 ** 20;
/** For a side that does not read. */
const MAX_BUFFERED_BYTES = 16 * 2 ** 20;

/** @throws Error it does not answer as a WebSocket */
function connect(url: URL, headers: Record<string, string>): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const engine = new WebSocket(url.href.replace(/^http/, "ws"), subprotocol, {
      headers,
      followRedirects: false,
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MAX_MESSAGE_BYTES,
    });
    engine.once("open", () => resolve(engine));
    engine.on("error", reject);
  });
}

/** Codes that no side may send in a close frame (RFC 6455 §7.4.1). */
const isSendable = (code: number): boolean => code >= 1000 && ![1004, 1005, 1006, 1015].includes(code);

function forward(to: WebSocket, data: RawData, isBinary: boolean): void {
  if (to.readyState !== WebSocket.OPEN) return;
  if (to.bufferedAmount > MAX_BUFFERED_BYTES) to.terminate();
  else to.send(data, { binary: isBinary });
}

export async function upstreamWebSocket(
  app: FastifyInstance,
  context: UpstreamContext & { upstream: Upstream },
): Promise<void> {
  const heartbeat = await registerWebSockets(app, context);
  const opened = new WeakMap<FastifyRequest, Opened>();
  const gate = createGate("maxConnections", limitsCapability.maxConnections);

  /** The engine is asked before our side of the handshake: its refusal is an answer over HTTP. */
  async function openEngine(request: FastifyRequest): Promise<void> {
    await asPerson(request, context, async (person, { id }) => {
      assertSubprotocol(request);
      const { url, headers } = await context.upstream.webSocket(person);
      const engine = await connect(url, headers).catch((error: Error) => {
        logOf(request, context).warn("the engine's WebSocket could not be opened", { reason: error.message });
        throw refusal(503, "The mail server cannot be reached: try again later.");
      });
      opened.set(request, { callerId: id, engine });
      dropCompression(request);
    });
  }

  app.get(
    WEB_SOCKET_PATH,
    { websocket: true, preValidation: openEngine, exposeHeadRoute: false },
    (socket, request) => {
      const { callerId, engine } = opened.get(request)!;
      let leave: () => void;
      try {
        leave = gate.hold(callerId);
      } catch {
        engine.terminate();
        return socket.close(closing.tryAgainLater);
      }
      heartbeat.add(socket);
      engine.on("message", (data, isBinary) => forward(socket, data, isBinary));
      engine.on("close", (code) => socket.close(isSendable(code) ? code : closing.tryAgainLater));
      socket.on("message", (data, isBinary) => {
        // Checked for each message: the session may have ended.
        void context
          .callerOf(request)
          .then(() => forward(engine, data, isBinary))
          .catch((error: unknown) => {
            if (!(error instanceof SignInError)) logOf(request, context).error("a request failed", { error });
            socket.close(error instanceof SignInError ? closing.policyViolation : closing.internalError);
          });
      });
      const stopLooking = onSessionEnd(request, context, () => socket.close(closing.policyViolation));
      socket.on("close", () => {
        leave();
        stopLooking();
        engine.close();
      });
      return undefined;
    },
  );
}
