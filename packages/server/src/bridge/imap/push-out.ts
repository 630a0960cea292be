/** What was changed here, brought to the server: folders, then letters, then folders that are to go. */
import { type Id, SetFailure } from "@pismo/jmap";
import { getEmails, updateEmail } from "../../store/emails.ts";
import { getFolder, updateFolder } from "../../store/imap-folders.ts";
import { type Letter, readLetter, removePlaced } from "../../store/imap-messages.ts";
import { getMailboxes } from "../../store/mailboxes.ts";
import { addMirrorRefusal } from "../../store/mirror-refusals.ts";
import { dueJobs, finishJob, type JobType, type OutboundJob, postponeJob } from "../../store/outbound-jobs.ts";
import type { Transactor } from "../../store/store.ts";
import { nextAttempt, type RetryPlan } from "../smtp/retry.ts";
import { settle } from "./apply.ts";
import { differenceOf, type Step } from "./difference.ts";
import { isFinal, Refusal, refusalText } from "./errors.ts";
import { storable } from "./flags.ts";
import type { Mirror } from "./mirror.ts";
import { pushMailbox, takeBackMailbox } from "./push-mailbox.ts";
import { resolveAppending } from "./look-for-copies.ts";
import { pushAppend } from "./push-append.ts";
import { type CopyStep, pushSteps } from "./push-steps.ts";
import { UIDS_AT_ONCE } from "./uid-set.ts";

/** Letters looked at together: with a thousand marked as read that is five commands and not a thousand. */
const LETTERS_AT_ONCE = 200;

const second = 1000;
/** A server that puts what it sends into Sent by itself has done so after this time. */
const FILED_WITHIN = 20 * second;

/** Gmail by what it can do, Microsoft's by its names: nothing else tells. */
const filesSentItself = ({ session: { client } }: Mirror): boolean =>
  client.capabilities.has("X-GM-EXT-1") || /(^|\.)(outlook|office365|hotmail|live)\.com$/i.test(client.host);
const plan: RetryPlan = {
  pauses: [0.5, 5, 30, 60, 300, 900, 3600].map((seconds) => seconds * second),
  // A change is never given up because of time: only the server's refusal takes it back.
  giveUpAfter: Infinity,
};

/** Looks once at everything that is due. @returns whether there was anything */
export async function pushOut(mirror: Mirror): Promise<boolean> {
  const due = (type: JobType, limit: number): Promise<OutboundJob[]> =>
    mirror.store.read((reader) => dueJobs(reader, mirror.accountId, type, new Date(), limit));
  const mailboxes = await due("Mailbox", 1000);
  const waiting: OutboundJob[] = [];
  for (const job of mailboxes) {
    if (!(await attempt(mirror, "Mailbox", job, () => pushMailbox(mirror, job)))) waiting.push(job);
  }
  const letters = await due("Email", LETTERS_AT_ONCE);
  if (letters.length > 0) await pushLetters(mirror, letters);
  // A folder that is to go has waited for its letters; when there are more of them, it waits on.
  const rest = letters.length < LETTERS_AT_ONCE ? waiting : [];
  for (const job of rest) await attempt(mirror, "Mailbox", job, () => finishOrWait(mirror, job));
  return mailboxes.length + letters.length > 0;
}

async function finishOrWait(mirror: Mirror, job: OutboundJob): Promise<boolean> {
  if (await pushMailbox(mirror, job)) return true;
  throw new Refusal("INUSE", "letters in it are still to be moved or deleted");
}

/** @returns false when it is to be looked at again; a refusal has been dealt with */
async function attempt(
  mirror: Mirror,
  type: JobType,
  job: OutboundJob,
  work: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await refuse(mirror, type, job, error);
    return true;
  }
}

async function pushLetters(mirror: Mirror, jobs: readonly OutboundJob[]): Promise<void> {
  const { store, accountId } = mirror;
  const steps: { step: CopyStep; job: OutboundJob }[] = [];
  for (const job of jobs) {
    await attempt(mirror, "Email", job, async () => {
      const before = await store.read((reader) => readLetter(reader, accountId, job.id));
      if (job.attempts === 0 && before.unplaced.length > 0 && filesSentItself(mirror)) {
        const at = new Date(Date.now() + FILED_WITHIN);
        const problem = "busy: the server files what it sends";
        await store.write((tx) => postponeJob(tx, accountId, "Email", job.id, { at, problem }));
        return true;
      }
      const letter = await resolveAppending(mirror, before);
      const [first, ...rest] = await stepsOf(mirror, letter);
      if (!first) await store.write((tx) => settle(tx, accountId, job.id));
      else if (first.kind === "append") await pushAppend(mirror, job.id, first.to);
      else steps.push(...[first, ...rest].map((step) => ({ step: step as CopyStep, job })));
      return true;
    });
  }
  for (const group of groupsOf(steps)) await pushGroup(mirror, group);
}

async function stepsOf({ store }: Mirror, letter: Letter): Promise<Step[]> {
  // While a copy is looked for, nothing can be said.
  if (letter.unplaced.length > 0) return [];
  const flags = new Map<Id, string[]>();
  for (const { mailboxId } of letter.placed) {
    flags.set(mailboxId, (await store.read((reader) => getFolder(reader, mailboxId)))?.permanentFlags ?? []);
  }
  return differenceOf(letter, (mailboxId) => flags.get(mailboxId) ?? []);
}

type Group = { step: CopyStep; job: OutboundJob }[];

const order: Record<CopyStep["kind"], number> = { flags: 0, copy: 1, double: 2, move: 3, delete: 4, unlabel: 5 };

/** Steps that one command can do, in an order in which none takes the ground from under another. */
function groupsOf(steps: Group): Group[] {
  const groups = new Map<string, Group>();
  for (const each of steps) {
    const { at, kind, ...rest } = each.step;
    const key = JSON.stringify([order[kind], at.mailboxId, rest]);
    const last = groups.get(key);
    if (last && last.length < UIDS_AT_ONCE) last.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()].toSorted((one, other) => order[one[0]!.step.kind] - order[other[0]!.step.kind]);
}

async function pushGroup(mirror: Mirror, group: Group): Promise<void> {
  try {
    // What the group before has changed is read again: a copy may be elsewhere by now.
    const current = await stillTrue(mirror, group);
    if (current.length > 0) await pushSteps(mirror, current.map(({ step }) => step) as [CopyStep, ...CopyStep[]]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [only, ...others] = group;
    if (others.length === 0) return refuse(mirror, "Email", only!.job, error);
    // One letter may be the reason: each by itself.
    for (const each of group) await pushGroup(mirror, [each]);
  }
  return undefined;
}

async function stillTrue({ store, accountId }: Mirror, group: Group): Promise<Group> {
  return store.read(async (reader) => {
    const current: Group = [];
    for (const { step, job } of group) {
      const { placed } = await readLetter(reader, accountId, job.id);
      const at = placed.find(({ mailboxId, uid }) => mailboxId === step.at.mailboxId && uid === step.at.uid);
      if (at) current.push({ step: { ...step, at }, job });
    }
    return current;
  });
}

async function refuse(mirror: Mirror, type: JobType, job: OutboundJob, refusal: Refusal): Promise<void> {
  const { store, accountId, log } = mirror;
  // Most refusals come from an old picture: a folder was renamed or deleted meanwhile.
  mirror.wantRound();
  const problem = refusalText(refusal);
  await store.write(async (tx) => {
    const { placed, local } =
      type === "Email" ? await readLetter(tx, accountId, job.id) : { placed: [], local: undefined };
    // What the server has never had is the person's work: it stays here, and is tried again.
    const isOurs = type === "Email" && local !== undefined && placed.length === 0;
    const name = await nameOf(tx, accountId, type, job.id);
    if (isFinal(refusal, job.attempts) && !isOurs && (await takeBack(tx, accountId, type, job.id))) {
      log.warn("The server refused a change, and it is taken back", { accountId, object: job.id, reason: problem });
      await addMirrorRefusal(tx, accountId, { type, name, reason: problem });
      return;
    }
    log.info("The server refused a change for now", { accountId, object: job.id, reason: problem });
    const at = nextAttempt(plan, job.attempts + 1, new Date(), Math.random());
    await postponeJob(tx, accountId, type, job.id, { at: at ?? new Date(Date.now() + 3600 * second), problem });
  });
}

/** By what the person knows it; null: it is not here any more. */
async function nameOf(tx: Transactor, accountId: Id, type: JobType, id: Id): Promise<string | null> {
  if (type === "Email") return (await getEmails(tx, accountId, [id]))[0]?.headers.subject ?? null;
  return (await getMailboxes(tx, accountId, [id]))[0]?.name ?? (await getFolder(tx, id))?.baseName ?? null;
}

/** @returns whether that was possible */
async function takeBack(tx: Transactor, accountId: Id, type: JobType, id: Id): Promise<boolean> {
  try {
    await tx.savepoint(() => (type === "Email" ? takeBackLetter : takeBackMailbox)(tx, accountId, id));
    return true;
  } catch (error) {
    if (error instanceof SetFailure) return false;
    throw error;
  }
}

/** The letter is here again as the server has it. */
async function takeBackLetter(tx: Transactor, accountId: Id, emailId: Id): Promise<void> {
  const { local, placed } = await readLetter(tx, accountId, emailId);
  if (local && placed[0]) {
    const { permanentFlags = [] } = (await getFolder(tx, placed[0].mailboxId)) ?? {};
    const kept = storable(local.keywords, permanentFlags);
    const own = local.keywords.filter((keyword) => !kept.includes(keyword));
    const where = placed.map(({ mailboxId }) => mailboxId);
    const mailboxIds = (await getMailboxes(tx, accountId, where)).map(({ id }) => id);
    // A mailbox that was destroyed here is no place to go back to; the letter stays where it was put.
    const back = mailboxIds.length > 0 ? mailboxIds : local.mailboxIds;
    await updateEmail(tx, accountId, emailId, { mailboxIds: back, keywords: [...placed[0].keywords, ...own] });
  } else {
    // Destroyed here: forgotten where it lies, it is taken in again with the next look at its folder.
    for (const { mailboxId, uid } of placed) {
      await removePlaced(tx, mailboxId, uid);
      await updateFolder(tx, mailboxId, { total: -1 });
    }
  }
  await finishJob(tx, accountId, "Email", emailId);
}
