/**
 * Methods that we answer ourselves in front of an engine: whether a sender is proven, remote images by our proxy, leaving
 * a list by one click, how a person wants letters shown, until when letters are away, the names of labels, saved
 * searches. What they need of messages the engine gives.
 */
import type { EmailHeader, Id, Invocation, JmapRequest, JmapResponse } from "@pismo/jmap";
import { firstAccount, MethodError, RequestError, requestErrorTypes } from "@pismo/jmap";
import type { FastifyInstance } from "fastify";
import { isObject } from "../../methods/checks.ts";
import type { UpstreamMail } from "../../methods/context.ts";
import { handleRequest } from "../../methods/dispatch.ts";
import type { UpstreamPerson } from "../../upstream/upstream.ts";
import { readBody } from "../body.ts";
import { requestContext } from "../jmap/request-context.ts";
import { parseJson, tooLargeFor } from "../jmap/requests.ts";
import { logOf } from "../request-id.ts";
import { answerHeld, holdsFor, isHeldMethod } from "./held/held-methods.ts";
import { asPerson, signalOf, type UpstreamContext } from "./person.ts";
import { askUpstream } from "../../upstream/ask.ts";

/** They need the header fields of the Emails that their arguments name. */
const ofEmails = new Set(["SenderTrust/get", "SenderTrust/set", "OneClick/get", "OneClick/unsubscribe"]);
const methods: ReadonlySet<unknown> = new Set([
  ...ofEmails,
  "RemoteImage/sign",
  "Preferences/get",
  "Preferences/set",
  "Snooze/get",
  "Snooze/put",
  "Label/get",
  "Label/set",
  "Label/changes",
  "SavedSearch/get",
  "SavedSearch/set",
  "SavedSearch/changes",
]);
const MAX_REQUEST_BYTES = 1_000_000;
/** A page asks for one; each costs the engine a message. */
const MAX_EMAILS = 50;
/** Those that we pass on go one after the other. */
const MAX_CALLS = 32;

interface OwnRequest {
  request: JmapRequest;
  /** Of the engine. */
  accountId: Id;
  emailIds: Id[];
  /** It begins with a method of submissions. */
  isOfHeld: boolean;
}

const refuse = (detail: string): RequestError =>
  new RequestError({ type: requestErrorTypes.notRequest, status: 400, detail });

const isCall = (call: unknown): call is Invocation =>
  Array.isArray(call) && call.length === 3 && isObject(call[1]) && typeof call[2] === "string";

const isOwnCall = (call: unknown): call is Invocation => isCall(call) && methods.has(call[0]);

/** The ids of Emails in the arguments of any of the methods. */
function idsIn({ ids, id, update }: Record<string, unknown>): Id[] {
  const all = [...(Array.isArray(ids) ? (ids as unknown[]) : []), id, ...(isObject(update) ? Object.keys(update) : [])];
  return all.filter((each): each is Id => typeof each === "string");
}

/** @param heldFor the account whose submissions are ours too @throws RequestError notRequest */
function checkOwnRequest(given: unknown, heldFor: Id | undefined): OwnRequest {
  if (!isObject(given)) throw refuse("The request is not an object");
  const { methodCalls } = given;
  if (!Array.isArray(methodCalls) || methodCalls.length === 0 || !methodCalls.every(isCall)) {
    throw refuse("There are no method calls");
  }
  const isOfHeld = heldFor !== undefined && isHeldMethod(methodCalls[0]?.[0]);
  if (methodCalls.length > MAX_CALLS) throw refuse(`At most ${MAX_CALLS} calls in a request`);
  if (!isOfHeld && !methodCalls.every(isOwnCall)) {
    throw refuse("This URL takes methods of Pismo alone: send the others to the session's apiUrl");
  }
  const accountIds = new Set(methodCalls.map(([, { accountId }]) => accountId));
  const [accountId] = accountIds;
  if (accountIds.size !== 1 || typeof accountId !== "string") throw refuse("All calls need the same accountId");
  const emailIds = [...new Set(methodCalls.flatMap(([name, args]) => (ofEmails.has(name) ? idsIn(args) : [])))];
  if (emailIds.length > MAX_EMAILS) throw refuse(`At most ${MAX_EMAILS} Emails at a time`);
  return { request: given as unknown as JmapRequest, accountId, emailIds, isOfHeld };
}

async function headersFromEngine(
  { upstream }: UpstreamContext,
  person: UpstreamPerson,
  { accountId, emailIds: ids }: OwnRequest,
  signal: AbortSignal,
): Promise<Map<Id, EmailHeader[]>> {
  if (ids.length === 0) return new Map();
  const call: Invocation = ["Email/get", { accountId, ids, properties: ["headers"] }, "0"];
  const [answer] = await askUpstream(upstream, person, [call], signal);
  const list = answer?.[0] === "Email/get" ? (answer[1]["list"] as { id: Id; headers?: EmailHeader[] }[]) : [];
  return new Map(list.map(({ id, headers = [] }) => [id, headers]));
}

const withAccount = (calls: readonly Invocation[], accountId: Id): Invocation[] =>
  calls.map(([name, args, callId]) => [name, "accountId" in args ? { ...args, accountId } : args, callId]);

interface AskedMail extends UpstreamMail {
  /** Why the engine did not answer. */
  failure?: unknown;
}

/** @param there as the engine names the account */
export function upstreamMail(
  { upstream }: Pick<UpstreamContext, "upstream">,
  person: UpstreamPerson,
  there: Id,
  signal: AbortSignal,
): AskedMail {
  const mail: AskedMail = {
    there,
    async ask(calls, using) {
      const named = calls.map(([name, args, id]): Invocation => [name, { accountId: there, ...args }, id]);
      try {
        return await askUpstream(upstream, person, named, signal, using);
      } catch (error) {
        mail.failure = error;
        throw new MethodError("serverUnavailable", "The mail server did not answer");
      }
    },
  };
  return mail;
}

export function ownMethodRoutes(app: FastifyInstance, context: UpstreamContext): void {
  const { limits, upstream, store } = context;
  const tooLarge = () => tooLargeFor({ ...limits, maxSizeRequest: MAX_REQUEST_BYTES });

  app.post(`${context.root}/own`, (request, reply) =>
    asPerson(request, context, async (person, caller) => {
      const { session } = await upstream.session(person);
      const heldFor = holdsFor(session) ? firstAccount(session) : undefined;
      const given = parseJson(await readBody(request.raw, MAX_REQUEST_BYTES, tooLarge));
      const own = checkOwnRequest(given, heldFor);
      if (!Object.hasOwn(session.accounts, own.accountId)) throw refuse("There is no such account");
      const signal = signalOf(reply, context);
      if (own.isOfHeld) {
        const { methodCalls } = own.request;
        // What is begun is ended, also where the page is gone.
        const asked = {
          methodCalls,
          person,
          people: context.held,
          // Those of others that share theirs go on as they are.
          passedTo: own.accountId === heldFor ? undefined : own.accountId,
          store,
          remote: upstream,
          log: logOf(request, context),
          signal: context.ending,
          reminds: context.reminds === true,
        };
        const answer = { methodResponses: await answerHeld(asked), sessionState: session.state };
        return reply.header("cache-control", "no-store").send(answer);
      }
      const fetchedHeaders = {
        fields: await headersFromEngine(context, person, own, signal),
        mailServer: new URL(upstream.originFor(person)).hostname,
      };
      const mail = upstreamMail(context, person, own.accountId, signal);
      mail.reminds = context.reminds === true && holdsFor(session) && own.accountId === firstAccount(session);
      // What is remembered belongs to the person, whichever of the engine's accounts it is about.
      const { text } = await handleRequest(
        { ...own.request, methodCalls: withAccount(own.request.methodCalls, person.accountId) },
        {
          ...requestContext(request, { ...caller, accountIds: [person.accountId] }, context, session.state, signal),
          fetchedHeaders,
          upstreamMail: mail,
        },
      );
      // As where the request is passed on: the page says that the server is away, or that it takes the password no longer.
      if (mail.failure !== undefined) throw mail.failure;
      const answer = JSON.parse(text) as JmapResponse;
      return reply
        .header("cache-control", "no-store")
        .send({ ...answer, methodResponses: withAccount(answer.methodResponses, own.accountId) });
    }),
  );
}
