/** What a request says about itself, for `auth`. */
import type { FastifyRequest } from "fastify";
import type { RequestFacts } from "../auth/place.ts";

export const sessionCookie = "pismo_session";

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

export function factsOf({ headers, raw, cookies, method }: FastifyRequest): RequestFacts {
  const { socket } = raw;
  return {
    method,
    peer: socket.remoteAddress ?? "",
    localAddress: socket.localAddress,
    localPort: socket.localPort ?? 0,
    host: headers.host,
    origin: headers.origin,
    fetchSite: single(headers["sec-fetch-site"]),
    fetchMode: single(headers["sec-fetch-mode"]),
    contentType: headers["content-type"],
    authorization: headers.authorization,
    sessionSecret: cookies[sessionCookie],
    isForwarded: ["forwarded", "x-forwarded-for", "x-real-ip"].some((name) => headers[name] !== undefined),
  };
}
