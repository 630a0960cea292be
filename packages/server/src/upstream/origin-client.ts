/** HTTP requests to the one origin that people's credentials may go to. Redirects are left to the caller. */
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { type Readable, pipeline } from "node:stream";
import { NotOffered, UpstreamAway } from "./errors.ts";

export interface OriginRequest {
  method: "GET" | "POST";
  /** All but Host and Connection. */
  headers: Record<string, string>;
  /** A stream is not kept: it flows as fast as the engine takes it. */
  body?: Readable | string | Uint8Array;
  /** Ends the request and the response. */
  signal: AbortSignal;
  /** Without an octet in either direction; left out: two minutes. */
  idleMs?: number;
}

export interface OriginClient {
  /** Such as "https://jmap.example.org". */
  readonly origin: string;
  /**
   * @returns the response, whose body is to be read or destroyed
   * @throws NotOffered the URL is of another origin; UpstreamAway; what the body's stream throws
   */
  send(url: URL, request: OriginRequest): Promise<IncomingMessage>;
  /** Ends idle connections. */
  close(): void;
}

/** A long search; the event source is pinged more often. */
const IDLE_MS = 120_000;
const CONNECT_MS = 10_000;
const MAX_FREE_SOCKETS = 64;
/** An idle connection that the engine closes at the moment of its next use would cost a request: most wait five seconds. */
const FREE_SOCKET_MS = 4000;

/** "wss://host" is the origin "https://host" as far as credentials go. */
export const originOf = (url: URL): string => url.origin.replace(/^ws/, "http");

export function createOriginClient(origin: string): OriginClient {
  const isPlain = origin.startsWith("http:");
  const options = { keepAlive: true, maxFreeSockets: MAX_FREE_SOCKETS, timeout: FREE_SOCKET_MS };
  const agent = isPlain ? new HttpAgent(options) : new HttpsAgent(options);
  const ask = isPlain ? httpRequest : httpsRequest;

  return {
    origin,
    async send(url, { method, headers, body, signal, idleMs = IDLE_MS }) {
      if (originOf(url) !== origin) throw new NotOffered(`${url.origin} is not the configured origin ${origin}`);
      return new Promise((resolve, reject) => {
        const request = ask(url, { method, headers, agent, signal, maxHeaderSize: 65_536, timeout: idleMs }, resolve);
        const away = (reason: string): void =>
          void request.destroy(new UpstreamAway(`${origin}: ${reason}`, { cause: { code: "ETIMEDOUT" } }));
        const connecting = setTimeout(() => away("no connection within 10 s"), CONNECT_MS);
        request.once("socket", (socket) => {
          if (socket.connecting) socket.once(isPlain ? "connect" : "secureConnect", () => clearTimeout(connecting));
          else clearTimeout(connecting);
        });
        request.once("timeout", () => away("no answer in time"));
        request.once("close", () => clearTimeout(connecting));
        request.once("error", (error: Error) => {
          reject(
            error instanceof UpstreamAway ? error : new UpstreamAway(`${origin}: ${error.message}`, { cause: error }),
          );
        });
        if (body === undefined || typeof body === "string" || body instanceof Uint8Array) return void request.end(body);
        return void pipeline(body, request, (error) => {
          // The engine may answer before it has read everything; then the response stands.
          if (error) reject(error);
        });
      });
    },
    close: () => agent.destroy(),
  };
}
