/**
 * What becomes of one Email that is held, now that its time has come. At most once: that it may be there is written down
 * before its server is asked, and where no answer came it is looked for there, and not sent again.
 */
import { type Envelope, type SendProblem, type SetError, SetFailure } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import { type Store, StoreError } from "../../store/db/store.ts";
import { advanceHeld, type HeldStep, noteHeldSent } from "../../store/submission/held-queue.ts";
import type { HeldSubmission } from "../../store/submission/held-submissions.ts";
import { CredentialRefused, NotOffered, UpstreamAway } from "../errors.ts";
import type { UpstreamCalls, UpstreamPerson } from "../upstream.ts";
import type { HeldPeople } from "./held-people.ts";
import { HeldAccount, isInSent, isThere, NotNow, sentPatchOf } from "./held-account.ts";

export interface HeldParts {
  store: Store;
  log: Logger;
  remote: UpstreamCalls;
  people: HeldPeople;
  /** Milliseconds after which a request without an answer is looked into. */
  checkAfterMs?: number;
}

const CHECK_AFTER_MS = 90_000;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 30 * 60_000;

const pauseAfter = (attempts: number): Date =>
  new Date(Date.now() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20)));

const problems: Readonly<Record<string, SendProblem>> = {
  tooLarge: "tooLarge",
  tooManyRecipients: "tooMany",
  invalidRecipients: "badAddress",
  noRecipients: "badAddress",
  overQuota: "mailboxFull",
  forbidden: "notAllowed",
  forbiddenFrom: "notAllowed",
  forbiddenMailFrom: "notAllowed",
  forbiddenToSend: "notAllowed",
};
/** What is later than this at the next sign-in is not sent unasked. */
const LATE_MS = 3600_000;

const textOf = ({ type, description }: SetError): string => description ?? type;

/** The time is kept here, and not there. */
const withoutHold = ({ mailFrom, rcptTo }: Envelope): Envelope => ({
  mailFrom: {
    email: mailFrom.email,
    parameters: withoutTimes(mailFrom.parameters),
  },
  rcptTo,
});

function withoutTimes(parameters: Envelope["mailFrom"]["parameters"]): Envelope["mailFrom"]["parameters"] {
  const kept = Object.entries(parameters ?? {}).filter(([name]) => !/^HOLD(?:FOR|UNTIL)$/i.test(name));
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

/** No connection came about: what was to be asked is unknown there. */
const wasNotReached = (error: unknown): boolean =>
  error instanceof CredentialRefused ||
  error instanceof NotOffered ||
  error instanceof NotNow ||
  (error instanceof UpstreamAway && ((error.cause as { code?: string } | undefined)?.code ?? "") === "ECONNREFUSED");

/** @throws StoreError */
export async function goOnWith(held: HeldSubmission, parts: HeldParts, signal: AbortSignal): Promise<void> {
  const { store, remote, log } = parts;
  const note = (step: HeldStep): Promise<boolean> => store.write((tx) => advanceHeld(tx, held, step));
  const people = await store.read((reader) => parts.people.of(reader, held.accountId));
  if (people.length === 0) return void (await note(untilSignIn(held)));
  if (parts.people.signIn && isLate(held)) return void (await note({ state: "returning", problem: "late" }));
  try {
    const there = await openFirst(remote, people, signal);
    if (held.state === "waiting") await send(held, there, parts);
    else if (held.state === "asking") await look(held, there, parts);
    else {
      await there.makeDraft(held.emailId);
      const state = held.state === "returning" ? "refused" : "canceled";
      await note({ state, problem: held.problem, reply: held.reply });
    }
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof SetFailure) return giveUp(held, error, note);
    if (error instanceof StoreError) throw error;
    if (error instanceof UpstreamAway || wasNotReached(error))
      log.info("An Email waits for another JMAP server", { id: held.id, error });
    else log.error("An Email that is held for another JMAP server could not go on", { id: held.id, error });
    const failure = failureOf(error);
    await note({ ...held, ...(held.state === "waiting" || held.problem === null ? failure : {}), ...later(held) });
  }
}

/** A removed account's rows go with it; where people sign in, the next sign-in makes it due. */
const untilSignIn = ({ state, problem, reply }: HeldSubmission): HeldStep => ({
  state,
  ...(state === "waiting" || state === "asking" ? { problem: "signIn" } : { problem, reply }),
  nextAttemptAt: pauseAfter(20),
  hasFailed: true,
});

/** Its time came while the person was not signed in, and is long over: what it says may be so no more. */
const isLate = ({ state, problem, sendAt }: HeldSubmission): boolean =>
  state === "waiting" && problem === "signIn" && Date.now() - sendAt.getTime() > LATE_MS;

/** @throws CredentialRefused: its server takes none of them */
async function openFirst(
  remote: UpstreamCalls,
  people: readonly UpstreamPerson[],
  signal: AbortSignal,
): Promise<HeldAccount> {
  let refusal: unknown;
  for (const person of people) {
    try {
      return await HeldAccount.open(remote, person, signal);
    } catch (error) {
      if (!(error instanceof CredentialRefused)) throw error;
      refusal = error;
    }
  }
  throw refusal;
}

const failureOf = (error: unknown): { problem: SendProblem; reply: string } => ({
  problem: error instanceof CredentialRefused ? "signIn" : error instanceof NotNow ? "busy" : "unreachable",
  reply: (error as Error).message,
});

const later = ({ attempts }: HeldSubmission): Pick<HeldStep, "nextAttemptAt" | "hasFailed"> => ({
  nextAttemptAt: pauseAfter(attempts),
  hasFailed: true,
});

/** A draft that cannot be looked at is not sent; one that cannot be made a draft again stays as it is. */
async function giveUp(
  { state, problem, reply }: HeldSubmission,
  { error }: SetFailure,
  note: (step: HeldStep) => Promise<boolean>,
): Promise<void> {
  if (state === "asking") await note({ state: "unknown", problem: "inDoubt", reply: textOf(error) });
  else if (state === "recalling") await note({ state: "canceled" });
  else
    await note({
      state: state === "waiting" ? "returning" : "refused",
      problem: problem ?? "notAllowed",
      reply: reply ?? textOf(error),
    });
}

async function send(
  held: HeldSubmission,
  there: HeldAccount,
  { store, log, checkAfterMs = CHECK_AFTER_MS }: HeldParts,
): Promise<void> {
  const { emailId, identityId, envelope, blobId } = held;
  const folders = await there.folders();
  const draft = await there.draft(emailId);
  const note = (from: HeldSubmission, step: HeldStep): Promise<boolean> =>
    store.write((tx) => advanceHeld(tx, from, step));
  if (!draft || draft.blobId !== blobId || !isThere(draft, folders)) {
    await note(held, { state: "gone", problem: "draftGone" });
    return;
  }
  const asking: HeldSubmission = { ...held, state: "asking" };
  if (!(await note(held, { state: "asking", nextAttemptAt: new Date(Date.now() + checkAfterMs) }))) return;
  try {
    await there.submit(identityId, emailId, withoutHold(envelope), sentPatchOf(folders));
    await store.write((tx) => noteHeldSent(tx, asking, there.id));
    log.info("An Email that was held was submitted to another JMAP server", { id: held.id });
  } catch (error) {
    if (error instanceof SetFailure) {
      const problem = problems[error.error.type] ?? "other";
      await note(asking, { state: "returning", problem, reply: textOf(error.error) });
    } else if (wasNotReached(error)) {
      await note(asking, { state: "waiting", ...failureOf(error), ...later(held) });
    } else if (error instanceof UpstreamAway) {
      // It stays in doubt until it has been looked for.
      log.warn("No answer came to an Email that was submitted to another JMAP server", { id: held.id, error });
    } else throw error;
  }
}

/** It was submitted, and no answer came. */
async function look(held: HeldSubmission, there: HeldAccount, { store }: HeldParts): Promise<void> {
  const { emailId } = held;
  const folders = await there.folders();
  const draft = await there.draft(emailId);
  const lies = draft && isThere(draft, folders);
  const wasSent = (draft && isInSent(draft, folders)) || (await there.wasSubmitted(emailId));
  if (wasSent && lies) await there.change(emailId, sentPatchOf(folders));
  const reply = "No answer came after the Email was submitted, and its server does not know of it.";
  await store.write(async (tx) => {
    if (wasSent) await noteHeldSent(tx, held, there.id);
    else await advanceHeld(tx, held, { state: "unknown", problem: "inDoubt", reply });
  });
}
