/**
 * The OAuth 2 sign-in: the redirect to the provider, and its callback. A cookie of its own ties both together, because the
 * session cookie is not sent with a navigation from another site (SameSite=Strict).
 */
import type { ProviderProblem, ProviderSignInStart, ProviderSignInStarted } from "@pismo/jmap";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createAttempts } from "../../auth/attempts.ts";
import { OAUTH_START_PATH, type OAuthSignIns } from "../../auth/oauth.ts";
import { addressOf, siteOf } from "../../auth/request-origin.ts";
import { PersonDisabled, SignInError, tooManyAttempts } from "../../auth/sign-in-error.ts";
import { newSecret } from "../../store/auth/secrets.ts";
import { readBody } from "../body.ts";
import type { HttpContext } from "../context.ts";
import { parseIJson } from "../jmap/i-json.ts";
import { notJson, refusal } from "../problem.ts";
import { factsOf, setSessionCookie } from "./request-facts.ts";
import { logOf } from "../request-id.ts";
import { baseUrl } from "../jmap/session.ts";

const CALLBACK_PATH = "/auth/oauth/callback";
/** The page that shows the result. */
const RESULT_PATH = "/sign-in/provider";
const MAX_BODY_BYTES = 10_000;
const COOKIE_SECONDS = 15 * 60;

/** Browsers share cookies between all ports of a host. */
const cookieName = ({ headers: { host = "" } }: FastifyRequest): string =>
  `pismo_oauth_${/:(\d+)$/.exec(host)?.[1] ?? "80"}`;

const isText = (value: unknown): boolean => value === undefined || typeof value === "string";

async function startOf({ raw, headers }: FastifyRequest): Promise<ProviderSignInStart> {
  // A form of another site cannot send JSON without a preflight request.
  if (!headers["content-type"]?.startsWith("application/json"))
    throw notJson("The content type is not application/json");
  const body = await readBody(raw, MAX_BODY_BYTES, () => refusal(413, "This is no start of a sign-in"));
  let given: unknown;
  try {
    given = parseIJson(body, { maxDepth: 4, maxValues: 100 });
  } catch {
    throw notJson("The request is not JSON");
  }
  const { provider, address, name, accountId, contacts = false } = (given ?? {}) as Record<string, unknown>;
  const isRight = isText(address) && isText(name) && isText(accountId) && typeof contacts === "boolean";
  if (typeof provider !== "string" || !isRight) {
    throw refusal(400, "A provider is needed, and at most an address or an accountId beside it");
  }
  return given as ProviderSignInStart;
}

const isAddress = (text: string): boolean => /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(text) && text.length <= 320;

/** The code leaves the address bar at once, and never appears in a URL of our page. */
const backTo = (reply: FastifyReply, result: Record<string, string>): FastifyReply =>
  reply
    .code(303)
    .header("cache-control", "no-store")
    .header("location", `${RESULT_PATH}?${new URLSearchParams(result).toString()}`)
    .send();

/** The scopes that the caller may request. @throws SignInError, RequestError */
async function purposeOf(
  request: FastifyRequest,
  { address, name = "", accountId, contacts = false }: ProviderSignInStart,
  context: HttpContext,
) {
  const { auth } = context;
  if (address === undefined && accountId === undefined) {
    if (!auth.signIn) throw refusal(400, "An address or an accountId is needed");
    return { kind: "enter" } as const;
  }
  const caller = await context.callerOf(request);
  if (accountId !== undefined) {
    if (!caller.accountIds.includes(accountId)) throw refusal(404, "There is no such account");
    return { kind: contacts ? "contacts" : "again", accountId } as const;
  }
  // In hosted mode each person has one account.
  if (auth.signIn) throw new SignInError(403, "No accounts can be added on this server.");
  const trimmed = address?.trim() ?? "";
  if (!isAddress(trimmed)) throw refusal(400, "This is no address");
  return { kind: "add", address: trimmed, name: name.trim().slice(0, 255) } as const;
}

const cookieOptions = ({ publicUrl }: HttpContext["config"]) =>
  ({
    path: "/auth/oauth",
    httpOnly: true,
    // The callback must bring it back.
    sameSite: "lax",
    secure: publicUrl?.startsWith("https:") ?? false,
    maxAge: COOKIE_SECONDS,
  }) as const;

export function oauthRoutes(app: FastifyInstance, context: HttpContext, signIns: OAuthSignIns): void {
  const { auth, config } = context;
  const attempts = createAttempts({ allowed: 30, windowMs: 60_000 });

  app.post(OAUTH_START_PATH, async (request, reply) => {
    const facts = factsOf(request);
    if (siteOf(facts, config) !== "own") throw new SignInError(403, "Only Pismo's own page may do this.");
    const peer = addressOf(facts, config);
    const wait = attempts.waitFor(peer);
    if (wait > 0) throw tooManyAttempts(wait);
    attempts.failed(peer);
    const start = await startOf(request);
    const purpose = await purposeOf(request, start, context);
    // A second tab does not replace the cookie of the first.
    const browser = request.cookies[cookieName(request)] ?? newSecret();
    const redirectUri = `${baseUrl(request, context)}${CALLBACK_PATH}`;
    const url = await signIns.begin(start.provider, purpose, redirectUri, browser).catch((error: unknown) => {
      logOf(request, context).warn("A provider could not be asked", {
        provider: start.provider,
        reason: (error as Error).message,
      });
      throw new SignInError(503, "The provider cannot be reached: try again later.");
    });
    if (url === undefined) throw refusal(404, "There is no such provider");
    reply.setCookie(cookieName(request), browser, cookieOptions(config));
    const answer: ProviderSignInStarted = { url };
    return reply.header("cache-control", "no-store").send(answer);
  });

  app.get(CALLBACK_PATH, async (request, reply) => {
    const [, query = ""] = request.url.split("?", 2);
    const result = await signIns.finish(new URLSearchParams(query), request.cookies[cookieName(request)]);
    if ("problem" in result) {
      const problem: ProviderProblem = result.problem;
      return backTo(reply, { problem, ...(result.provider !== undefined && { provider: result.provider }) });
    }
    const { kind, provider: _, ...admission } = result;
    const { accountId } = admission;
    if (kind === "enter" && auth.signIn) {
      const issued = await auth.signIn.admit(factsOf(request), admission).catch((error: unknown) => {
        if (error instanceof PersonDisabled) return undefined;
        throw error;
      });
      const disabled: ProviderProblem = "disabled";
      if (!issued) return backTo(reply, { problem: disabled });
      setSessionCookie(reply, issued, config);
    }
    return backTo(reply, { done: kind, account: accountId });
  });
}
