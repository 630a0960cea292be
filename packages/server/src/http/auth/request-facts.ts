/** The facts of a request that `auth` judges by. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { IssuedSession } from "../../auth/browser-sessions.ts";
import type { RequestFacts } from "../../auth/request-origin.ts";
import { SIGN_IN_PATH } from "../../auth/sign-in-error.ts";
import type { HttpConfig } from "../context.ts";

/** Browsers share cookies between all ports of a host: two servers on one machine must not overwrite each other's. */
const portOf = (host = ""): string => /:(\d+)$/.exec(host)?.[1] ?? "80";
const sessionCookie = (host?: string): string => `pismo_session_${portOf(host)}`;
const browserCookie = (host?: string): string => `pismo_browser_${portOf(host)}`;

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** Headers that proxies, tunnels and CDNs add. */
const proxyHeader = /^(forwarded|x-forwarded-.*|x-real-ip|via|(cf-connecting|true-client|x-client)-ip)$/;

export function factsOf({ id: requestId, headers, raw, cookies, method }: FastifyRequest): RequestFacts {
  const { socket } = raw;
  return {
    requestId,
    method,
    httpVersion: raw.httpVersion,
    peer: socket.remoteAddress ?? "",
    peerPort: socket.remotePort,
    localAddress: socket.localAddress,
    // Injected requests have no connection: they count as sent to the port that Host need not name.
    localPort: socket.localPort ?? 80,
    host: headers.host,
    origin: headers.origin,
    fetchSite: single(headers["sec-fetch-site"]),
    fetchMode: single(headers["sec-fetch-mode"]),
    fetchDest: single(headers["sec-fetch-dest"]),
    contentType: headers["content-type"],
    authorization: headers.authorization,
    sessionSecret: cookies[sessionCookie(headers.host)],
    browserSecret: cookies[browserCookie(headers.host)],
    isForwarded: Object.keys(headers).some((name) => proxyHeader.test(name)),
    forwardedFor: single(headers["x-forwarded-for"]),
    userAgent: headers["user-agent"],
  };
}

/** Paths of the API; all others are for browsers. */
export const isJmapPath = (url: string): boolean => /^\/(jmap|\.well-known)(?=[/?]|$)/.test(url);

/** `secure` where a proxy terminates TLS; on the loopback address HTTP is plain. */
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

/** Outlives the session: it identifies the browser at the next sign-in, and is sent to the sign-in path alone. */
export function setBrowserCookie(
  reply: FastifyReply,
  { secret, expiresAt }: IssuedSession,
  { publicUrl }: HttpConfig,
): void {
  const options = { ...cookieOptions(publicUrl), path: SIGN_IN_PATH, expires: expiresAt };
  reply.setCookie(browserCookie(reply.request.headers.host), secret, options);
}

export function clearSessionCookie(reply: FastifyReply, { publicUrl }: HttpConfig): void {
  reply.clearCookie(sessionCookie(reply.request.headers.host), cookieOptions(publicUrl));
}
