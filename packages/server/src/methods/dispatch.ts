/** Runs a request: its calls one after the other, each with its own result or error. RFC 8620 §3.3 to §3.7. */
import {
  ALL_ACCOUNTS_ID,
  CORE,
  instanceOf,
  type Invocation,
  type JmapRequest,
  MAIL,
  MethodError,
  RequestError,
  type RequestErrorType,
  requestErrorTypes,
  SUBMISSION,
} from "@pismo/jmap";
import { setImmediate as breathe } from "node:timers/promises";
import { StoreError } from "../store/db/store.ts";
import { hasRemote, mergedCall } from "./all-accounts/members.ts";
import { MemberAway } from "./all-accounts/remote/remote-members.ts";
import { mergedRegistry } from "./all-accounts/registry.ts";
import { capabilities } from "./capabilities.ts";
import { isObject } from "./checks.ts";
import type { Call, Method, RequestContext } from "./context.ts";
import { CreatedIds } from "./created-ids.ts";
import { assertResponseSize } from "./limits.ts";
import { type Answer, ReferenceBudget, resolveReferences } from "./references.ts";
import { registry } from "./registry.ts";
import { textOf } from "./raw-json.ts";

const refuse = (type: RequestErrorType, detail: string, limit?: string): RequestError =>
  new RequestError({ type: requestErrorTypes[type], status: 400, detail, ...(limit && { limit }) });

const isInvocation = (call: unknown): call is Invocation =>
  Array.isArray(call) &&
  call.length === 3 &&
  typeof call[0] === "string" &&
  isObject(call[1]) &&
  typeof call[2] === "string";

/** @throws RequestError notRequest, unknownCapability, limit */
function checkRequest(request: unknown, context: RequestContext): JmapRequest {
  if (!isObject(request)) throw refuse("notRequest", "The request is not an object");
  const { using, methodCalls, createdIds } = request;
  if (!Array.isArray(using) || !using.every((name) => typeof name === "string")) {
    throw refuse("notRequest", "using is not a list of strings");
  }
  if (!Array.isArray(methodCalls) || !methodCalls.every(isInvocation)) {
    throw refuse("notRequest", "methodCalls is not a list of [name, arguments, call id]");
  }
  if (
    createdIds !== undefined &&
    !(isObject(createdIds) && Object.values(createdIds).every((id) => typeof id === "string"))
  ) {
    throw refuse("notRequest", "createdIds is not a map of ids");
  }
  const unknown = using.find((name) => !capabilities.has(name));
  if (unknown !== undefined) throw refuse("unknownCapability", `This server has no capability "${unknown}"`);
  const { maxCallsInRequest } = context.limits;
  if (methodCalls.length > maxCallsInRequest) {
    throw refuse("limit", `More than ${maxCallsInRequest} calls in a request`, "maxCallsInRequest");
  }
  return request as unknown as JmapRequest;
}

type AnyMethod = Method<never> & {
  parse(args: Record<string, unknown>): Record<string, unknown>;
  run(args: Record<string, unknown>, call: Call): Promise<Answer[1]>;
  isRepeatable?(args: Record<string, unknown>, result: Answer[1]): boolean;
};

export interface Handled {
  /** The response (RFC 8620 §3.4) as JSON. */
  text: string;
  /** The same request of the same caller gets the same response until the next commit. */
  isRepeatable: boolean;
}

/**
 * RFC 8620 §3.3 requires every capability in `using`. Common clients omit these: core, which is JMAP itself, and
 * submission, which was once a part of mail.
 */
const omissible: Readonly<Record<string, readonly string[]>> = { [CORE]: [...capabilities], [SUBMISSION]: [MAIL] };

function findMethod(name: string, using: readonly string[]): AnyMethod {
  const method = Object.hasOwn(registry, name) ? registry[name as keyof typeof registry] : undefined;
  const isUsed =
    method && (using.includes(method.capability) || omissible[method.capability]?.some((each) => using.includes(each)));
  if (!method || !isUsed) {
    throw new MethodError("unknownMethod", `There is no method "${name}" among the capabilities in use`);
  }
  return method as unknown as AnyMethod;
}

function checkAccounts(args: Record<string, unknown>, { access }: RequestContext): void {
  const has = (id: unknown): boolean => access.accountIds.includes(id as string);
  if ("fromAccountId" in args && !has(args["fromAccountId"])) throw new MethodError("fromAccountNotFound");
  const isMerged = args["accountId"] === ALL_ACCOUNTS_ID && access.memberIds !== undefined;
  if ("accountId" in args && !isMerged && !has(args["accountId"])) throw new MethodError("accountNotFound");
}

/** What another server answers changes without a commit here. */
function asksElsewhere(args: Record<string, unknown>, call: Call): boolean {
  const merged = mergedCall(args["accountId"], call);
  return merged !== undefined && hasRemote(merged);
}

/** @throws MethodError accountNotSupportedByMethod, and those of the method */
function runMethod(name: string, method: AnyMethod, args: Record<string, unknown>, call: Call): Promise<Answer[1]> {
  const merged = mergedCall(args["accountId"], call);
  if (!merged) return method.run(args, call);
  const run = mergedRegistry[name as keyof typeof mergedRegistry] as
    | ((args: Record<string, unknown>, call: Call) => Promise<Answer[1]>)
    | undefined;
  if (!run) throw new MethodError("accountNotSupportedByMethod", "This needs one of the accounts");
  return run(args, merged);
}

/** What a caller may know of an error; of an internal one only the number of the request in the log. */
function toMethodError(error: unknown, name: string, { log, requestId }: RequestContext): MethodError {
  if (error instanceof MethodError) return error;
  if (error instanceof MemberAway) return new MethodError("serverUnavailable", error.message);
  if (error instanceof StoreError && (error.code === "diskFull" || error.code === "busy")) {
    log.error(error.message);
    return new MethodError("serverUnavailable", error.code === "diskFull" ? "The disk is full" : "The store is busy");
  }
  if (error instanceof StoreError && (error.code === "blobElsewhere" || error.code === "ended")) {
    return new MethodError("serverUnavailable", error.message);
  }
  log.error(`${name} failed`, { error });
  return new MethodError("serverFail", `Something went wrong here (${requestId})`, { instance: instanceOf(requestId) });
}

/** @throws RequestError where the whole request is refused */
export async function handleRequest(body: unknown, context: RequestContext): Promise<Handled> {
  const request = checkRequest(body, context);
  let isRepeatable = true;
  let createdIds = new CreatedIds(request.createdIds);
  const methodResponses: Answer[] = [];
  const budget = new ReferenceBudget();
  const texts: string[] = [];
  let size = 0;
  /** @throws MethodError requestTooLarge */
  const add = (answers: readonly Answer[]): void => {
    const written = answers.map(writeAnswer);
    const sizeWithThese = written.reduce((sum, text) => sum + text.length, size);
    assertResponseSize(sizeWithThese);
    size = sizeWithThese;
    texts.push(...written);
    methodResponses.push(...answers);
  };
  for (const [name, given, callId] of request.methodCalls) {
    const followers: Answer[] = [];
    const startedAt = performance.now();
    let outcome = "ok";
    const answerWith = ({ type, details }: MethodError): Answer => ["error", { type, ...details }, callId];
    try {
      const method = findMethod(name, request.using);
      const args = method.parse(resolveReferences(given, methodResponses, budget));
      if (name !== "Core/echo") checkAccounts(args, context);
      const follow: Call["follow"] = (follower, result) => {
        followers.push(result instanceof MethodError ? answerWith(result) : [follower, { ...result }, callId]);
      };
      const forked = createdIds.fork();
      const call: Call = { context, using: request.using, createdIds: forked, follow };
      const result = await runMethod(name, method, args, call);
      isRepeatable &&= (method.isRepeatable?.(args, result) ?? false) && !asksElsewhere(args, call);
      createdIds = forked;
      add([[name, result, callId], ...followers]);
    } catch (error) {
      isRepeatable = false;
      const known = toMethodError(error, name, context);
      outcome = known.type;
      add([answerWith(known)]);
    } finally {
      const method = Object.hasOwn(registry, name) ? name : "unknown";
      context.onCall?.(method, outcome, (performance.now() - startedAt) / 1000);
    }
    await breathe();
  }
  const members = [
    `"methodResponses":[${texts.join(",")}]`,
    ...(request.createdIds ? [`"createdIds":${JSON.stringify(createdIds)}`] : []),
    `"sessionState":${JSON.stringify(context.sessionState)}`,
  ];
  return { text: `{${members.join(",")}}`, isRepeatable };
}

const writeAnswer = ([name, result, callId]: Answer): string =>
  `[${JSON.stringify(name)},${textOf(result)},${JSON.stringify(callId)}]`;
