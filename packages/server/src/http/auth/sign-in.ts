/** Sign-in, sign-out, and the list of a person's sessions; hosted mode only. */
import type { Id } from "@pismo/jmap";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Caller } from "../../auth/authenticate.ts";
import { clientAddressOf, siteOf } from "../../auth/request-origin.ts";
import { SIGN_IN_PATH, SignInError } from "../../auth/sign-in-error.ts";
import {
  destroyBrowserSession,
  listBrowserSessions,
  type SessionCredential,
} from "../../store/auth/browser-sessions.ts";
import { type AuditClient, noteAudit } from "../../store/people/audit-log.ts";
import type { LastSession } from "../../upstream/held/last-session.ts";
import { readBody } from "../body.ts";
import type { HttpContext } from "../context.ts";
import { parseIJson } from "../jmap/i-json.ts";
import { notJson, refusal } from "../problem.ts";
import { clearSessionCookie, factsOf, setBrowserCookie, setSessionCookie } from "./request-facts.ts";

/** A name, a password and the JSON around them. */
const MAX_BODY_BYTES = 10_000;

interface Credentials {
  username: string;
  password: string;
}

async function credentialsOf({ raw, headers }: FastifyRequest): Promise<Credentials> {
  // A form of another site cannot send JSON without a preflight request.
  if (!headers["content-type"]?.startsWith("application/json"))
    throw notJson("The content type is not application/json");
  const body = await readBody(raw, MAX_BODY_BYTES, () => refusal(413, "This is no name and no password"));
  let given: Partial<Credentials> | null;
  try {
    given = parseIJson(body, { maxDepth: 4, maxValues: 100 }) as Partial<Credentials> | null;
  } catch {
    // The message of the parser would repeat the password.
    throw notJson("The request is not JSON");
  }
  const { username, password } = given ?? {};
  if (typeof username !== "string" || typeof password !== "string") {
    throw refusal(400, "A username and a password are needed");
  }
  return { username, password };
}

/** @param lastSession what a session is needed for until it ends */
export function signInRoutes(app: FastifyInstance, context: HttpContext, lastSession?: LastSession): void {
  const { auth, config } = context;
  const { signIn } = auth;
  if (!signIn) return;

  app.post(SIGN_IN_PATH, async (request, reply) => {
    assertOwnPage(request, context);
    const { username, password } = await credentialsOf(request);
    const { session, browser } = await signIn.signIn(factsOf(request), username, password);
    setSessionCookie(reply, session, config);
    setBrowserCookie(reply, browser, config);
    return reply.code(204).header("cache-control", "no-store").send();
  });

  app.post<{ Querystring: { waiting?: string } }>("/auth/sign-out", async (request, reply) => {
    assertOwnPage(request, context);
    const { sessionId, family, accountIds } = await personOf(request, context);
    const accountId = accountIds[0] ?? "";
    const isEnding = (session: SessionCredential): boolean => session.family === family;
    if (request.query.waiting === "refuse") {
      const unsent = (await lastSession?.waitsFor(accountId, isEnding)) ?? [];
      if (unsent.length > 0) return reply.code(409).header("cache-control", "no-store").send({ unsent });
    }
    await endingBy(lastSession, context)(accountId, isEnding, async (tx) => {
      await destroyBrowserSession(tx, sessionId);
      await noteAudit(tx, { event: "signedOut", accountId: accountIds[0] ?? null, from: clientOf(request, context) });
    });
    clearSessionCookie(reply, config);
    return reply.code(204).send();
  });

  sessionListRoutes(app, context, lastSession);
}

const endingBy = (lastSession: LastSession | undefined, { store }: HttpContext): LastSession["endSessions"] =>
  lastSession?.endSessions ?? ((_accountId, _isEnding, end) => store.write(end));

const clientOf = (request: FastifyRequest, { config }: HttpContext): AuditClient => {
  const facts = factsOf(request);
  return { address: clientAddressOf(facts, config), userAgent: facts.userAgent };
};

/** Changes to what a cookie authorises: from our own page alone. @throws SignInError */
function assertOwnPage(request: FastifyRequest, { config }: HttpContext): void {
  if (siteOf(factsOf(request), config) !== "own") throw new SignInError(403, "Only Pismo's own page may do this.");
}

/** @throws SignInError */
async function personOf(
  request: FastifyRequest,
  context: HttpContext,
): Promise<Caller & { sessionId: Id; family: number }> {
  const caller = await context.callerOf(request);
  const { sessionId, family } = caller;
  if (sessionId === undefined || family === undefined) throw new SignInError(403, "A token has no sessions.");
  return { ...caller, sessionId, family };
}

function sessionListRoutes(app: FastifyInstance, context: HttpContext, lastSession?: LastSession): void {
  const { store } = context;
  const endSessions = endingBy(lastSession, context);

  app.get("/auth/sessions", async (request, reply) => {
    const { family, accountIds } = await personOf(request, context);
    const sessions = await store.read((reader) => listBrowserSessions(reader, accountIds[0] ?? ""));
    const list = sessions.map(({ id, family: own, userAgent, createdAt, usedAt, expiresAt }) => ({
      id,
      userAgent,
      createdAt,
      usedAt,
      expiresAt,
      isCurrent: own === family,
    }));
    return reply.header("cache-control", "no-store").send({ list });
  });

  app.delete("/auth/sessions", async (request, reply) => {
    assertOwnPage(request, context);
    const { family, accountIds } = await personOf(request, context);
    const isEnding = (session: SessionCredential): boolean => session.family !== family;
    await endSessions(accountIds[0] ?? "", isEnding, async (tx) => {
      for (const { id, family: other } of await listBrowserSessions(tx, accountIds[0] ?? "")) {
        if (other !== family) await destroyBrowserSession(tx, id);
      }
      await noteAudit(tx, {
        event: "sessionEnded",
        accountId: accountIds[0] ?? null,
        from: clientOf(request, context),
        detail: "all others",
      });
    });
    return reply.code(204).send();
  });

  app.delete<{ Params: { id: Id } }>("/auth/sessions/:id", async (request, reply) => {
    assertOwnPage(request, context);
    const { accountIds } = await personOf(request, context);
    const { id } = request.params;
    const accountId = accountIds[0] ?? "";
    const sessions = await store.read((reader) => listBrowserSessions(reader, accountId));
    const family = sessions.find((session) => session.id === id)?.family;
    const isEnding = (session: SessionCredential): boolean => session.family === family;
    const ended = await endSessions(accountId, isEnding, async (tx) => {
      const own = (await listBrowserSessions(tx, accountId)).some((session) => session.id === id);
      if (own) await destroyBrowserSession(tx, id);
      if (own)
        await noteAudit(tx, {
          event: "sessionEnded",
          accountId: accountIds[0] ?? null,
          from: clientOf(request, context),
        });
      return own;
    });
    if (!ended) throw refusal(404, "There is no such session");
    return reply.code(204).send();
  });
}
