/** What a request says about itself, for `auth`. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { IssuedSession } from "../auth/browser-sessions.ts";
import type { RequestFacts } from "../auth/place.ts";

/** Browsers share cookies between all ports of a host: two servers on one machine must not take each other's. */
const sessionCookie = (host = ""): string => `pismo_session_${/:(\d+)$/.exec(host)?.[1] ?? "80"}`;

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** What proxies, tunnels and content networks add. */
const proxyHeader = /^(forwarded|x-forwarded-.*|x-real-ip|via|(cf-connecting|true-client|x-client)-ip)$/;

export function factsOf({ headers, raw, cookies, method }: FastifyRequest): RequestFacts {
  const { socket } = raw;
  return {
    method,
    peer: socket.remoteAddress ?? "",
    localAddress: socket.localAddress,
    // Injected requests have no connection: they come as if to the port that Host need not name.
    localPort: socket.localPort ?? 80,
    host: headers.host,
    origin: headers.origin,
    fetchSite: single(headers["sec-fetch-site"]),
    fetchMode: single(headers["sec-fetch-mode"]),
    fetchDest: single(headers["sec-fetch-dest"]),
    contentType: headers["content-type"],
    authorization: headers.authorization,
    sessionSecret: cookies[sessionCookie(headers.host)],
    isForwarded: Object.keys(headers).some((name) => proxyHeader.test(name)),
  };
}

/** Paths for clients; all others are for browsers. */
export const isJmapPath = (url: string): boolean => /^\/(jmap|\.well-known)(?=[/?]|$)/.test(url);

/** Not `secure`: the cookie is for plain HTTP on the loopback address and is taken nowhere else. */
export function setSessionCookie(reply: FastifyReply, { secret, expiresAt }: IssuedSession): void {
  const name = sessionCookie(reply.request.headers.host);
  reply.setCookie(name, secret, { path: "/", httpOnly: true, sameSite: "strict", expires: expiresAt });
}
