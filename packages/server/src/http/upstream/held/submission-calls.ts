/** EmailSubmissions of an account at another JMAP server: those that are held here, and for all others its own. */
import {
  type EmailSubmission,
  type Envelope,
  type GivenEnvelope,
  type Id,
  type PatchObject,
  SetFailure,
  utcDateOf,
} from "@pismo/jmap";
import { isObject } from "../../../methods/checks.ts";
import { envelopeCheck, fullEnvelope, sendTime } from "../../../methods/email-submission/new-submission.ts";
import { settled } from "../../../methods/standard/outcomes.ts";
import { invalidProperties } from "../../../methods/standard/set.ts";
import {
  changeHeld,
  destroyHeld,
  endedStates,
  type HeldState,
  type HeldSubmission,
  heldState,
  insertHeld,
  isHeldId,
  isScheduled,
  listHeld,
} from "../../../store/submission/held-submissions.ts";
import { CredentialRefused, UpstreamAway } from "../../../upstream/errors.ts";
import { isThere, NotNow } from "../../../upstream/held/held-account.ts";
import { goOnWith } from "../../../upstream/held/send-held.ts";
import type { HeldCall, Results } from "./held-call.ts";
import { daysIn, submitAtOnce } from "./submit-at-once.ts";

const canceled: ReadonlySet<HeldState> = new Set(["recalling", "canceled"]);

function undoStatusOf({ state }: HeldSubmission): EmailSubmission["undoStatus"] {
  if (canceled.has(state)) return "canceled";
  return state === "waiting" ? "pending" : "final";
}

const toSubmission = (held: HeldSubmission): EmailSubmission => ({
  id: held.id,
  identityId: held.identityId,
  emailId: held.emailId,
  threadId: "",
  envelope: held.envelope,
  sendAt: utcDateOf(held.sendAt),
  undoStatus: undoStatusOf(held),
  deliveryStatus: null,
  dsnBlobIds: [],
  mdnBlobIds: [],
  remindAfterDays: held.state === "sent" ? null : held.remindAfterDays,
});

const idsIn = (value: unknown): Id[] => (Array.isArray(value) ? value.filter((id) => typeof id === "string") : []);

/** What waits is ours alone; of an Email that is none of ours its server knows. */
export async function query({ args, person, store, pass }: HeldCall): Promise<Results> {
  const filter = isObject(args["filter"]) ? args["filter"] : {};
  const { emailIds, undoStatus } = filter;
  const [all, queryState] = await store.read(async (reader) => [
    await listHeld(reader, person.accountId),
    await heldState(reader, person.accountId),
  ]);
  const found = all.filter(
    (held) =>
      (emailIds === undefined || idsIn(emailIds).includes(held.emailId)) &&
      (undoStatus === undefined || undoStatus === undoStatusOf(held)),
  );
  if (found.length === 0 && undoStatus !== "pending") return pass();
  // The newest first, unless another order is asked for.
  const ordered = args["sort"] === undefined ? found.toReversed() : found;
  const limit = typeof args["limit"] === "number" ? args["limit"] : ordered.length;
  const ids = ordered.slice(0, limit).map(({ id }) => id);
  return [["EmailSubmission/query", { ...of(args), queryState, canCalculateChanges: false, position: 0, ids }]];
}

const of = ({ accountId }: HeldCall["args"]): { accountId: unknown } => ({ accountId });

export async function get({ args, person, store, pass }: HeldCall): Promise<Results> {
  const ids = idsIn(args["ids"]);
  if (!Array.isArray(args["ids"]) || ids.some((id) => !isHeldId(id))) return pass();
  const [all, state] = await store.read(async (reader) => [
    await listHeld(reader, person.accountId),
    await heldState(reader, person.accountId),
  ]);
  const byId = new Map(all.map((held) => [held.id, held]));
  const list = ids.flatMap((id) => byId.get(id) ?? []).map(toSubmission);
  const notFound = ids.filter((id) => !byId.has(id));
  return [["EmailSubmission/get", { ...of(args), state, list, notFound }]];
}

/** Whether it names a time: RFC 4865. */
function isToBeHeld(given: unknown): boolean {
  const envelope = isObject(given) ? given["envelope"] : undefined;
  const mailFrom = isObject(envelope) ? envelope["mailFrom"] : undefined;
  const parameters = isObject(mailFrom) ? mailFrom["parameters"] : undefined;
  return isObject(parameters) && Object.keys(parameters).some((name) => /^HOLD(?:FOR|UNTIL)$/i.test(name));
}

const asObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

/** Each set is of one server: ours, where it holds or changes what is held. */
export async function set(call: HeldCall): Promise<Results> {
  const { args, person, store } = call;
  const [create, update] = [asObject(args["create"]), asObject(args["update"])];
  const destroy = idsIn(args["destroy"]);
  const isOurs = Object.values(create).some(isToBeHeld) || [...Object.keys(update), ...destroy].some(isHeldId);
  if (!isOurs) return submitAtOnce(call, create);
  const oldState = await store.read((reader) => heldState(reader, person.accountId));
  const outcomes = new Outcomes();
  const patches = asObject(args["onSuccessUpdateEmail"]);
  const changes: Results = [];
  for (const [creationId, given] of Object.entries(create)) {
    const held = await settled(() => hold(call, asObject(given), patchIn(patches[`#${creationId}`]), changes));
    outcomes.put("created", creationId, held);
  }
  for (const [id, patch] of Object.entries(update)) {
    outcomes.put("updated", id, await settled(() => cancel(call, id, asObject(patch), patchIn(patches[id]), changes)));
  }
  for (const id of destroy) {
    const isGone = await store.write((tx) => destroyHeld(tx, person.accountId, id, endedStates));
    outcomes.put("destroyed", id, isGone ? null : new SetFailure({ type: "notFound" }));
  }
  const newState = await store.read((reader) => heldState(reader, person.accountId));
  return [["EmailSubmission/set", { ...of(args), oldState, newState, ...outcomes.result() }], ...changes];
}

const patchIn = (value: unknown): PatchObject | undefined => (isObject(value) ? value : undefined);

const refusals = { created: "notCreated", updated: "notUpdated", destroyed: "notDestroyed" } as const;

class Outcomes {
  readonly #done: Record<string, Record<Id, unknown>> = {};

  put(kind: keyof typeof refusals, id: Id, outcome: unknown): void {
    const isRefused = outcome instanceof SetFailure;
    const name = isRefused ? refusals[kind] : kind;
    (this.#done[name] ??= {})[id] = isRefused ? outcome.error : outcome;
  }

  result(): Record<string, unknown> {
    const none = { created: null, updated: null, notCreated: null, notUpdated: null, notDestroyed: null };
    const { destroyed, ...others } = this.#done;
    return { ...none, ...others, destroyed: destroyed ? Object.keys(destroyed) : null };
  }
}

/** @throws SetFailure invalidProperties */
function envelopeIn(given: Record<string, unknown>): Envelope {
  envelopeCheck(given["envelope"], "envelope");
  return fullEnvelope(given["envelope"] as GivenEnvelope);
}

/**
 * It is written down first: from then on it goes out, also where the answer to what follows is lost.
 * @throws SetFailure
 */
async function hold(
  call: HeldCall,
  given: Record<string, unknown>,
  patch: PatchObject | undefined,
  changes: Results,
): Promise<Partial<EmailSubmission>> {
  const { person, people, store, there, log, reminds } = call;
  if (!isToBeHeld(given)) throw invalidProperties(["envelope"], "It is not to be held");
  const { emailId, identityId } = given;
  if (typeof emailId !== "string" || typeof identityId !== "string") throw invalidProperties(["emailId"], "No id");
  const envelope = envelopeIn(given);
  const sendAt = sendTime(envelope.mailFrom);
  const remindAfterDays = reminds ? daysIn(given) : null;
  const account = await there();
  const [draft, folders] = [await account.draft(emailId), await account.folders()];
  if (!draft || !isThere(draft, folders)) throw invalidProperties(["emailId"], "There is no such draft");
  if (!(await account.hasIdentity(identityId))) throw invalidProperties(["identityId"], "There is no such identity");
  const { blobId, subject } = draft;
  const held = { emailId, blobId, identityId, subject, envelope, sendAt, remindAfterDays };
  const { id, isAlone } = await store.write(async (tx) => {
    const inserted = await insertHeld(tx, person.accountId, held);
    return { id: inserted, isAlone: (await people.of(tx, person.accountId)).length === 0 && !isScheduled(held) };
  });
  if (patch) {
    try {
      await account.change(emailId, patch);
      changes.push(["Email/set", { updated: { [emailId]: null } }]);
    } catch (error) {
      if (error instanceof SetFailure) {
        await store.write((tx) => destroyHeld(tx, person.accountId, id, ["waiting"]));
        throw error;
      }
      if (!(error instanceof UpstreamAway || error instanceof CredentialRefused || error instanceof NotNow))
        throw error;
      log.info("An Email that is held could not be marked at its server", { id, error });
    }
  }
  if (isAlone) await sendAtOnce(call, id);
  return { id, threadId: "", sendAt: utcDateOf(sendAt), undoStatus: "pending" };
}

/** The person has signed out while it was held: no session is there to send it when its time has come. */
async function sendAtOnce({ person, store, remote, log, signal }: HeldCall, id: Id): Promise<void> {
  const held = (await store.read((reader) => listHeld(reader, person.accountId))).find((each) => each.id === id);
  const people = { signIn: false, of: async () => [person] };
  if (held) await goOnWith(held, { store, remote, log, people }, signal);
}

/** Done twice, it is done once. @throws SetFailure cannotUnsend */
async function cancel(
  { person: { accountId }, store, there }: HeldCall,
  id: Id,
  patch: Record<string, unknown>,
  emailPatch: PatchObject | undefined,
  changes: Results,
): Promise<null> {
  const held = (await store.read((reader) => listHeld(reader, accountId))).find((each) => each.id === id);
  if (!held) throw new SetFailure({ type: "notFound" });
  const others = Object.keys(patch).filter((property) => property !== "undoStatus");
  if (others.length > 0 || patch["undoStatus"] !== "canceled")
    throw invalidProperties([...others, "undoStatus"], "It can only become canceled");
  const isCanceled = await store.write((tx) => changeHeld(tx, held, ["waiting", "recalling", "canceled"], "recalling"));
  if (!isCanceled) throw new SetFailure({ type: "cannotUnsend" });
  const account = await there();
  if (emailPatch) {
    await account.change(held.emailId, emailPatch);
    changes.push(["Email/set", { updated: { [held.emailId]: null } }]);
  } else await account.makeDraft(held.emailId);
  await store.write((tx) => changeHeld(tx, held, ["recalling"], "canceled"));
  return null;
}
