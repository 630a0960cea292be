/** Addresses to which a person lets rules send letters on: allowed in their own page alone, with their password. */
import type { AllowedRedirects, Id } from "@pismo/jmap";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { clientAddressOf, siteOf } from "../../auth/request-origin.ts";
import { SignInError } from "../../auth/sign-in-error.ts";
import { isAddress } from "../../sieve/language/meaning.ts";
import { findLoginOf } from "../../store/auth/logins.ts";
import { noteAudit } from "../../store/people/audit-log.ts";
import { allowedRedirects, allowRedirect, forbidRedirect, redirectLimit } from "../../store/rules/redirects.ts";
import { readBody } from "../body.ts";
import type { HttpContext } from "../context.ts";
import { parseIJson } from "../jmap/i-json.ts";
import { notJson, refusal } from "../problem.ts";
import { factsOf } from "./request-facts.ts";

export const REDIRECTS_PATH = "/auth/redirects";

const MAX_BODY_BYTES = 10_000;

interface Given {
  accountId: Id;
  address: string;
  password: string;
}

async function given({ raw, headers }: FastifyRequest): Promise<Given> {
  // A form of another site cannot send JSON without a preflight request.
  if (!headers["content-type"]?.startsWith("application/json"))
    throw notJson("The content type is not application/json");
  const body = await readBody(raw, MAX_BODY_BYTES, () => refusal(413, "This is no address and no password"));
  let fields: Record<string, unknown> | null;
  try {
    fields = parseIJson(body, { maxDepth: 4, maxValues: 100 }) as Record<string, unknown> | null;
  } catch {
    // The message of the parser would repeat the password.
    throw notJson("The request is not JSON");
  }
  const { accountId, address, password = "" } = fields ?? {};
  const isWhole = typeof accountId === "string" && typeof address === "string" && typeof password === "string";
  if (!isWhole || !isAddress(address)) throw refusal(400, "An account and an address are needed");
  return { accountId, address, password };
}

/** @throws SignInError, RequestError: the account is not the caller's */
async function assertOwn(request: FastifyRequest, context: HttpContext, accountId: Id): Promise<void> {
  const { sessionId, accountIds } = await context.callerOf(request);
  // A token could let letters leave for good.
  if (sessionId === undefined) throw new SignInError(403, "A token may not do this.");
  if (!accountIds.includes(accountId)) throw refusal(404, "There is no such account");
}

/** Changes to what a cookie authorises: from our own page alone. @throws SignInError */
function assertOwnPage(request: FastifyRequest, { config }: HttpContext): void {
  if (siteOf(factsOf(request), config) !== "own") throw new SignInError(403, "Only Pismo's own page may do this.");
}

const auditOf = (request: FastifyRequest, { config }: HttpContext, accountId: Id, detail: string) => {
  const facts = factsOf(request);
  const from = { address: clientAddressOf(facts, config), userAgent: facts.userAgent };
  return { event: "settingsChanged" as const, accountId, from, detail };
};

export function redirectRoutes(app: FastifyInstance, context: HttpContext): void {
  const { store, auth } = context;

  app.get<{ Querystring: { account?: string } }>(REDIRECTS_PATH, async (request, reply) => {
    const accountId = request.query.account ?? "";
    await assertOwn(request, context, accountId);
    const allowed = await store.read((reader) => allowedRedirects(reader, accountId));
    const list = allowed.map(({ address, allowedAt }) => ({ address, allowedAt: allowedAt.toISOString() }));
    return reply.header("cache-control", "no-store").send({ list } satisfies AllowedRedirects);
  });

  app.post(REDIRECTS_PATH, async (request, reply) => {
    assertOwnPage(request, context);
    const { accountId, address, password } = await given(request);
    await assertOwn(request, context, accountId);
    if ((await store.read(redirectLimit)) === 0) throw refusal(403, "Rules may not send letters on here");
    if (auth.signIn) {
      const login = await store.read((reader) => findLoginOf(reader, accountId));
      await auth.signIn.confirm(factsOf(request), accountId, login?.username ?? "", password);
    }
    await store.write(async (tx) => {
      await allowRedirect(tx, accountId, address);
      await noteAudit(tx, auditOf(request, context, accountId, `letters may be sent on to ${address}`));
    });
    return reply.code(204).send();
  });

  app.delete(REDIRECTS_PATH, async (request, reply) => {
    assertOwnPage(request, context);
    const { accountId, address } = await given(request);
    await assertOwn(request, context, accountId);
    await store.write(async (tx) => {
      await forbidRedirect(tx, accountId, address);
      await noteAudit(tx, auditOf(request, context, accountId, `letters are no longer sent on to ${address}`));
    });
    return reply.code(204).send();
  });
}
