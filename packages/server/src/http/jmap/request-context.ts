/** What the methods of one request know of the caller. */
import type { FastifyRequest } from "fastify";
import type { Caller } from "../../auth/authenticate.ts";
import type { RequestContext } from "../../methods/context.ts";
import type { HttpContext } from "../context.ts";
import { logOf } from "../request-id.ts";
import { membersOf } from "./all-accounts.ts";
import { baseUrl } from "./session.ts";

/** Callers with the same key get the same response to the same request. */
export const callerKey = (
  request: FastifyRequest,
  { id, sessionId, accountIds, remoteIds, isOwner }: Caller,
  context: HttpContext,
): string =>
  [id, sessionId !== undefined, isOwner, accountIds.join(","), remoteIds.join(","), baseUrl(request, context)].join(
    "\n",
  );

export function requestContext(
  request: FastifyRequest,
  caller: Caller,
  context: HttpContext,
  sessionState: string,
  signal: AbortSignal,
): RequestContext {
  const { store, mime, limits, submission, push, images, fileTexts } = context;
  const { id: credential, username, accountIds, family: sessionFamily } = caller;
  return {
    store,
    mime,
    access: { credential, sessionFamily, username, accountIds, memberIds: membersOf(caller) },
    limits,
    submission,
    log: logOf(request, context),
    requestId: request.id,
    onCall: context.measures?.call,
    sessionState,
    signal,
    onPushSubscription: (subscription) => push.verify(subscription),
    waitForPushSubscription: () => push.waitForNext(credential),
    signImage: (account, url) => baseUrl(request, context) + images.urls.sign(account, url),
    textOfFile: (bytes) => fileTexts.textOf(bytes, signal),
    trustedServers: images.trustedServers,
    unsubscribe: (url) => context.unsubscribe(credential, url),
    addressBookServers: context.addressBookServers,
    sieveServers: context.sieveServers,
    remoteMembers: context.remoteMembers?.forRequest(caller.remoteIds, signal),
    mailServers: caller.isOwner ? context.mailServers : undefined,
  };
}
