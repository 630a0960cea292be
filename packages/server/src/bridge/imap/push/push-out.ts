/** Pushes changes to the server: folders, then Emails, then folders to be deleted. */
import { type Id, type Keyword, SetFailure } from "@pismo/jmap";
import { getEmails, updateEmail } from "../../../store/mail/emails.ts";
import { getFolder, UNKNOWN_TOTAL, updateFolder } from "../../../store/mirror/imap-folders.ts";
import { type MirroredEmail, readMirroredEmail, removeLocated } from "../../../store/mirror/imap-copies.ts";
import { getMailboxes } from "../../../store/mail/mailboxes.ts";
import { addMirrorRefusal } from "../../../store/mirror/mirror-refusals.ts";
import {
  dueJobs,
  finishJob,
  isOutdated,
  type JobType,
  type OutboundJob,
  postponeJob,
} from "../../../store/mirror/outbound-jobs.ts";
import type { Transactor } from "../../../store/db/store.ts";
import { settle } from "../pull/apply-changes.ts";
import { differenceOf } from "./difference.ts";
import type { Step } from "./step.ts";
import { isFinal, Refusal, refusalText } from "../connection/errors.ts";
import { isSystemKeyword, storable } from "../pull/flags.ts";
import { isPending } from "../../../store/submission/pending-keywords.ts";
import { learnFull } from "./full-folder.ts";
import { retryAt } from "./retry-at.ts";
import type { Mirror } from "../sync/mirror.ts";
import { pushMailbox, rollBackMailbox } from "./push-mailbox.ts";
import { resolveAppending } from "./find-copies.ts";
import { pushAppend } from "./push-append.ts";
import { type CopyStep, runSteps } from "./run-steps.ts";
import { folderOf } from "../connection/select.ts";
import { MAX_UIDS_PER_COMMAND } from "../connection/uid-set.ts";

/** Emails pushed together: a thousand that were marked as read need five commands. */
const EMAILS_AT_ONCE = 200;

/** A server that files sent messages itself has done so after this time. */
const FILED_WITHIN_MS = 20_000;

/** Gmail by its capabilities, Microsoft by its host names: nothing else distinguishes them. */
const filesSentMessages = ({ session: { client } }: Mirror): boolean =>
  client.capabilities.has("X-GM-EXT-1") || /(^|\.)(outlook|office365|hotmail|live)\.com$/i.test(client.host);

/** Pushes all that is due once. @returns whether there was anything */
export async function pushOut(mirror: Mirror): Promise<boolean> {
  const due = (type: JobType, limit: number): Promise<OutboundJob[]> =>
    mirror.store.read((reader) => dueJobs(reader, mirror.accountId, type, new Date(), limit));
  const mailboxes = await due("Mailbox", 1000);
  const waiting: OutboundJob[] = [];
  for (const job of mailboxes) {
    if (!(await attempt(mirror, "Mailbox", job, () => pushMailbox(mirror, job)))) waiting.push(job);
  }
  const emails = await due("Email", EMAILS_AT_ONCE);
  if (emails.length > 0) await pushEmails(mirror, emails);
  // A folder to be deleted has waited for its Emails; while there are more of them, it waits on.
  const rest = emails.length < EMAILS_AT_ONCE ? waiting : [];
  for (const job of rest) await attempt(mirror, "Mailbox", job, () => finishOrWait(mirror, job));
  return mailboxes.length + emails.length > 0;
}

async function finishOrWait(mirror: Mirror, job: OutboundJob): Promise<boolean> {
  if (await pushMailbox(mirror, job)) return true;
  throw new Refusal("INUSE", "messages in it are still to be moved or deleted");
}

/** @returns false when it is to be tried again; a refusal has been handled */
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

async function pushEmails(mirror: Mirror, jobs: readonly OutboundJob[]): Promise<void> {
  const { store, accountId } = mirror;
  const steps: { step: CopyStep; job: OutboundJob }[] = [];
  for (const job of jobs) {
    await attempt(mirror, "Email", job, async () => {
      const before = await store.read((reader) => readMirroredEmail(reader, accountId, job.id));
      const { local, located } = before;
      if (local && isPending(local.keywords) && located.length === 0) {
        await pushWaiting(mirror, before, local.mailboxIds);
        return true;
      }
      if (job.attempts === 0 && before.unlocated.length > 0 && filesSentMessages(mirror)) {
        const at = new Date(Date.now() + FILED_WITHIN_MS);
        const problem = "busy: the server files what it sends";
        await store.write((tx) => postponeJob(tx, accountId, "Email", job.id, { at, problem }));
        return true;
      }
      const email = await resolveAppending(mirror, before);
      const [first, ...rest] = await stepsOf(mirror, email);
      if (!first) await store.write((tx) => settle(tx, accountId, job.id));
      else if (first.kind === "append") await pushAppend(mirror, job.id, first.to);
      else steps.push(...[first, ...rest].map((step) => ({ step: step as CopyStep, job })));
      return true;
    });
  }
  for (const group of groupsOf(steps)) await pushGroup(mirror, group);
}

/**
 * It waits to be sent: its server gets a draft. What the server may file in Sent is looked for when it has gone out. That
 * may be at any moment, also while the draft is on its way: then that one is moved like one that was there before.
 */
async function pushWaiting(mirror: Mirror, email: MirroredEmail, mailboxIds: readonly Id[]): Promise<void> {
  const unlocated = email.unlocated.filter(({ mailboxId }) => mailboxIds.includes(mailboxId));
  const { located } = await resolveAppending(mirror, { ...email, unlocated });
  const [to] = mailboxIds;
  if (located.length === 0 && to !== undefined) await pushAppend(mirror, email.emailId, to);
}

async function stepsOf({ store, accountId }: Mirror, email: MirroredEmail): Promise<Step[]> {
  // While a copy is searched for, the difference is unknown.
  if (email.unlocated.length > 0) return [];
  const flags = new Map<Id, string[]>();
  for (const { mailboxId } of email.located) {
    flags.set(mailboxId, (await store.read((reader) => getFolder(reader, accountId, mailboxId)))?.permanentFlags ?? []);
  }
  return differenceOf(email, (mailboxId) => flags.get(mailboxId) ?? []);
}

type Group = { step: CopyStep; job: OutboundJob }[];

const order: Record<CopyStep["kind"], number> = { flags: 0, copy: 1, duplicate: 2, move: 3, delete: 4, unlabel: 5 };

/** Groups steps that one command can do, in an order in which none prevents another. */
function groupsOf(steps: Group): Group[] {
  const groups = new Map<string, Group>();
  for (const each of steps) {
    const { at, kind, ...rest } = each.step;
    const key = JSON.stringify([order[kind], at.mailboxId, rest]);
    const last = groups.get(key);
    if (last && last.length < MAX_UIDS_PER_COMMAND) last.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()].toSorted((one, other) => order[one[0]!.step.kind] - order[other[0]!.step.kind]);
}

async function pushGroup(mirror: Mirror, group: Group): Promise<void> {
  try {
    // The previous group may have moved a copy.
    const current = await currentSteps(mirror, group);
    if (current.length > 0) await runSteps(mirror, current.map(({ step }) => step) as [CopyStep, ...CopyStep[]]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [only, ...others] = group;
    if (others.length === 0) {
      const refusal = await pushFlagsSingly(mirror, only!, error);
      return refusal && refuse(mirror, "Email", only!.job, refusal);
    }
    // One message may be the reason: each is tried by itself.
    for (const each of group) await pushGroup(mirror, [each]);
  }
  return undefined;
}

/**
 * A folder that has no room for another keyword refuses all flags of a step: each is tried by itself.
 * @returns the refusal that has another reason
 */
async function pushFlagsSingly(mirror: Mirror, { step, job }: Group[number], refusal: Refusal) {
  if (step.kind !== "flags" || refusal.code !== "LIMIT") return refusal;
  const { at } = step;
  const single = (add: Keyword[], remove: Keyword[]) => ({ kind: "flags", at, add, remove }) as const;
  const singles = [...step.remove.map((each) => single([], [each])), ...step.add.map((each) => single([each], []))];
  for (const one of singles) {
    const { permanentFlags } = await folderOf(mirror, at.mailboxId);
    if (storable(one.add, permanentFlags).length < one.add.length) continue;
    try {
      const [current] = await currentSteps(mirror, [{ step: one, job }]);
      if (current) await runSteps(mirror, [current.step]);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const isNew = one.add.some((keyword) => !isSystemKeyword(keyword));
      if (!isNew || !(await learnFull(mirror, at.mailboxId, error))) return error;
    }
  }
  return undefined;
}

async function currentSteps({ store, accountId }: Mirror, group: Group): Promise<Group> {
  return store.read(async (reader) => {
    const current: Group = [];
    for (const { step, job } of group) {
      const { located } = await readMirroredEmail(reader, accountId, job.id);
      const at = located.find(({ mailboxId, uid }) => mailboxId === step.at.mailboxId && uid === step.at.uid);
      if (at) current.push({ step: { ...step, at }, job });
    }
    return current;
  });
}

async function refuse(mirror: Mirror, type: JobType, job: OutboundJob, refusal: Refusal): Promise<void> {
  const { store, accountId, log } = mirror;
  // The usual reason for a refusal is an outdated list: a folder was renamed or deleted.
  mirror.requestPass();
  const problem = refusalText(refusal);
  await store.write(async (tx) => {
    // The change was replaced by another one, which has not been tried.
    if (await isOutdated(tx, accountId, type, job)) return;
    const { located, local } =
      type === "Email" ? await readMirroredEmail(tx, accountId, job.id) : { located: [], local: undefined };
    // A message that the server never had is the person's work: it stays here, and is tried again.
    const isOurs = type === "Email" && local !== undefined && located.length === 0;
    const name = await nameOf(tx, accountId, type, job.id);
    if (isFinal(refusal, job.attempts) && !isOurs && (await rollBack(tx, accountId, type, job.id))) {
      log.warn("The server refused a change, and it is taken back", { accountId, object: job.id, reason: problem });
      await addMirrorRefusal(tx, accountId, { type, name, reason: problem });
      return;
    }
    log.info("The server refused a change for now", { accountId, object: job.id, reason: problem });
    const at = retryAt(refusal, job.attempts + 1, new Date());
    await postponeJob(tx, accountId, type, job.id, { at, problem });
  });
}

/** The name that the person knows; null: it is not here any more. */
async function nameOf(tx: Transactor, accountId: Id, type: JobType, id: Id): Promise<string | null> {
  if (type === "Email") return (await getEmails(tx, accountId, [id]))[0]?.headers.subject ?? null;
  return (await getMailboxes(tx, accountId, [id]))[0]?.name ?? (await getFolder(tx, accountId, id))?.baseName ?? null;
}

/** @returns whether that was possible */
async function rollBack(tx: Transactor, accountId: Id, type: JobType, id: Id): Promise<boolean> {
  try {
    await tx.savepoint(() => (type === "Email" ? rollBackEmail : rollBackMailbox)(tx, accountId, id));
    return true;
  } catch (error) {
    if (error instanceof SetFailure) return false;
    throw error;
  }
}

/** Rolls an Email back to the server's state. */
async function rollBackEmail(tx: Transactor, accountId: Id, emailId: Id): Promise<void> {
  const { local, located } = await readMirroredEmail(tx, accountId, emailId);
  if (local && located[0]) {
    const { permanentFlags = [] } = (await getFolder(tx, accountId, located[0].mailboxId)) ?? {};
    const stored = storable(local.keywords, permanentFlags);
    const own = local.keywords.filter((keyword) => !stored.includes(keyword));
    const where = located.map(({ mailboxId }) => mailboxId);
    const mailboxIds = (await getMailboxes(tx, accountId, where)).map(({ id }) => id);
    // An Email cannot return to mailboxes that were destroyed here: it stays in its own.
    const back = mailboxIds.length > 0 ? mailboxIds : local.mailboxIds;
    await updateEmail(tx, accountId, emailId, { mailboxIds: back, keywords: [...located[0].keywords, ...own] });
  } else {
    // Destroyed here: its copies are forgotten, and ingested again by the next pass.
    for (const { mailboxId, uid } of located) {
      await removeLocated(tx, accountId, mailboxId, uid);
      await updateFolder(tx, accountId, mailboxId, { total: UNKNOWN_TOTAL });
    }
  }
  await finishJob(tx, accountId, "Email", emailId);
}
