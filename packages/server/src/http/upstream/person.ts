/** The person of a request, and the refusals of the engine in HTTP's words. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../auth/authenticate.ts";
import { SignInError } from "../../auth/sign-in-error.ts";
import { CredentialRefused, NotOffered, UpstreamAway } from "../../upstream/errors.ts";
import type { HeldPeople } from "../../upstream/held/held-people.ts";
import type { UpstreamCalls, UpstreamPerson } from "../../upstream/upstream.ts";
import type { HttpContext } from "../context.ts";
import { refusal } from "../problem.ts";
import { logOf } from "../request-id.ts";

const LOOK_EVERY_MS = 30_000;

export interface UpstreamContext extends HttpContext {
  upstream: UpstreamCalls;
  /** Under which the routes lie, with a parameter where each person has a server of their own. */
  root: string;
  /** What is thrown when the server no longer takes the credential. */
  refused(): Error;
  /** The same for one person. */
  rootFor(person: UpstreamPerson): string;
  /** In whose name Emails that wait here are submitted there. */
  held: HeldPeople;
  /** Answers are looked for when the person is away: the credential lies here all the time. */
  reminds?: boolean;
  /** @throws SignInError */
  personOf(request: FastifyRequest, caller: Caller): UpstreamPerson | Promise<UpstreamPerson>;
}

/** @throws SignInError a token of ours opens nothing at the engine */
export function personOf({ credential, accountIds: [accountId] }: Caller): UpstreamPerson {
  if (credential === undefined || accountId === undefined) throw new SignInError(401, "Sign in.");
  return { accountId, credential };
}

/**
 * Runs `work` for the person of a request.
 * @throws SignInError 401, where the engine no longer takes the credential too; RequestError 503, 501
 */
export async function asPerson<T>(
  request: FastifyRequest,
  context: UpstreamContext,
  work: (person: UpstreamPerson, caller: Caller) => Promise<T>,
): Promise<T> {
  const caller = await context.callerOf(request);
  try {
    return await work(await context.personOf(request, caller), caller);
  } catch (error) {
    throw inHttpWords(error, { ...context, log: logOf(request, context) });
  }
}

function inHttpWords(error: unknown, { log, refused }: Pick<UpstreamContext, "log" | "refused">): Error {
  if (error instanceof CredentialRefused) return refused();
  if (error instanceof NotOffered) return refusal(501, "The mail server does not offer this.");
  if (error instanceof UpstreamAway) {
    log.warn("the JMAP engine could not be asked", { reason: error.message });
    return refusal(503, "The mail server cannot be reached: try again later.");
  }
  return error as Error;
}

/**
 * Ends what stays open when its session does: by a sign-out, by an administrator, in any process; or when the account is
 * removed.
 * @returns a function that stops looking
 */
export function onSessionEnd(request: FastifyRequest, context: UpstreamContext, end: () => void): () => void {
  const look = async (): Promise<void> => {
    try {
      await context.personOf(request, await context.callerOf(request));
    } catch (error) {
      if (error instanceof SignInError) end();
      else context.log.error("a session could not be looked up", { error });
    }
  };
  const stop = context.store.onCommit(() => void look());
  // A sign-out changes no account, so that no client is told of it.
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return () => {
    stop();
    clearInterval(timer);
  };
}

/** Aborted when the caller is gone before the response was sent, or the server shuts down. */
export function signalOf(reply: FastifyReply, { ending }: HttpContext): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return AbortSignal.any([gone.signal, ending]);
}
