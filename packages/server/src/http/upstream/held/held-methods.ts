/**
 * Submissions and the outbox of an account at another JMAP server, as a page asks for them: what is held here, and what its
 * server says of the rest. Other calls of the same request go on to that server, one after the other.
 */
import { type Id, type Invocation, MethodError, OUTBOX, type Session, SUBMISSION } from "@pismo/jmap";
import type { Logger } from "../../../log.ts";
import { type Answer, ReferenceBudget, resolveReferences } from "../../../methods/references.ts";
import type { Store } from "../../../store/db/store.ts";
import { HeldAccount, NotNow } from "../../../upstream/held/held-account.ts";
import type { HeldPeople } from "../../../upstream/held/held-people.ts";
import type { UpstreamCalls, UpstreamPerson } from "../../../upstream/upstream.ts";
import type { HeldCall, Results } from "./held-call.ts";
import * as outbox from "./outbox-calls.ts";
import * as submission from "./submission-calls.ts";

const calls: Readonly<Record<string, (call: HeldCall) => Promise<Results>>> = {
  "EmailSubmission/query": submission.query,
  "EmailSubmission/get": submission.get,
  "EmailSubmission/set": submission.set,
  "Outbox/get": outbox.get,
  "Outbox/retry": outbox.retry,
  "Outbox/edit": outbox.edit,
};

export const isHeldMethod = (name: unknown): boolean => typeof name === "string" && Object.hasOwn(calls, name);

/** Whether we hold for an account at this server: another Pismo does so itself. */
export const holdsFor = ({ capabilities }: Session): boolean =>
  capabilities[SUBMISSION] !== undefined && capabilities[OUTBOX] === undefined;

interface HeldRequest {
  methodCalls: readonly Invocation[];
  person: UpstreamPerson;
  people: HeldPeople;
  /** An account there for which nothing is held. */
  passedTo: Id | undefined;
  store: Store;
  remote: UpstreamCalls;
  log: Logger;
  signal: AbortSignal;
  /** UpstreamContext */
  reminds: boolean;
}

/** @throws UpstreamAway, CredentialRefused, NotOffered */
export async function answerHeld(request: HeldRequest): Promise<Answer[]> {
  const { methodCalls, person, passedTo, remote, signal } = request;
  const answers: Answer[] = [];
  const budget = new ReferenceBudget();
  let account: Promise<HeldAccount> | undefined;
  const there = (): Promise<HeldAccount> => (account ??= HeldAccount.open(remote, person, signal));
  for (const [name, given, callId] of methodCalls) {
    try {
      const args = resolveReferences(given, answers, budget);
      const pass = async (passed = args): Promise<Results> =>
        (await (await there()).pass([name, passed, callId], passedTo)).map(([answer, result]) => [answer, result]);
      const own = passedTo === undefined ? calls[name] : undefined;
      const results = await (own?.({ ...request, args, there, pass }) ?? pass());
      answers.push(...results.map(([answer, result]): Answer => [answer, result, callId]));
    } catch (error) {
      const { type, details } = asMethodError(error);
      answers.push(["error", { type, ...details }, callId]);
    }
  }
  return answers;
}

/** @throws what is no error of a method */
function asMethodError(error: unknown): MethodError {
  if (error instanceof MethodError) return error;
  if (error instanceof NotNow) return new MethodError("serverUnavailable", error.message);
  throw error;
}
