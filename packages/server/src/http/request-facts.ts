/** What a request says about itself, for `auth`. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { IssuedSession } from "../auth/browser-sessions.ts";
import type { RequestFacts } from "../auth/place.ts";
import type { HttpConfig } from "./context.ts";

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
    forwardedFor: single(headers["x-forwarded-for"]),
    userAgent: headers["user-agent"],
  };
}

/** Paths for clients; all others are for browsers. */
export const isJmapPath = (url: string): boolean => /^\/(jmap|\.well-known)(?=[/?]|$)/.test(url);

/** `secure` where a proxy in front speaks TLS; on the loopback address HTTP is plain. */
const cookieOptions = (publicUrl: string | undefined) =>
  ({ path: "/", httpOnly: true, sameSite: "strict", secure: publicUrl?.startsWith("https:") ?? false }) as const;

export function setSessionCookie(
  reply: FastifyReply,
  { secret, expiresAt }: IssuedSession,
  { publicUrl }: HttpConfig,
): void {
  const name = sessionCookie(reply.request.headers.host);
  reply.setCookie(name, secret, { ...cookieOptions(publicUrl), expires: expiresAt });
}

export function clearSessionCookie(reply: FastifyReply, { publicUrl }: HttpConfig): void {
  reply.clearCookie(sessionCookie(reply.request.headers.host), cookieOptions(publicUrl));
}
