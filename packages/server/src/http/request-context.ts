/** What the methods of one request are told of who asks, and from where. */
import type { FastifyRequest } from "fastify";
import type { Caller } from "../auth/authenticate.ts";
import type { RequestContext } from "../methods/context.ts";
import type { HttpContext } from "./context.ts";
import { baseUrl } from "./session.ts";

/** Who gets the same answer to the same request. */
export const callerKey = (
  request: FastifyRequest,
  { id, sessionId, accountIds, isOwner }: Caller,
  context: HttpContext,
): string => [id, sessionId !== undefined, isOwner, accountIds.join(","), baseUrl(request, context)].join("\n");

export function requestContext(
  request: FastifyRequest,
  caller: Caller,
  context: HttpContext,
  sessionState: string,
): RequestContext {
  const { store, mime, limits, submission, log, push, images } = context;
  const { id: credential, username, accountIds } = caller;
  return {
    store,
    mime,
    access: { credential, username, accountIds },
    limits,
    submission,
    log,
    sessionState,
    onPushSubscription: (subscription) => push.verify(subscription),
    signImage: (account, url) => baseUrl(request, context) + images.urls.sign(account, url),
    trustedServers: images.trustedServers,
    unsubscribe: (url) => context.unsubscribe(credential, url),
    mailServers: caller.isOwner ? context.mailServers : undefined,
  };
}
