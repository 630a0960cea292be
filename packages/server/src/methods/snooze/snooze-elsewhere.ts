/**
 * Emails of an account at another JMAP server go away and come back: they lie in its mailbox of snoozed ones, and the
 * times here. All of it is done while the person asks (docs/decisions/0078-letters-that-come-back.md).
 */
import { DRAFT, type Id, type SetError, SetFailure, type Snooze, type UTCDate, utcDateOf } from "@pismo/jmap";
import {
  forgetUpstreamSnooze,
  getUpstreamSnoozes,
  putUpstreamSnooze,
  type UpstreamAccount,
  type UpstreamSnooze,
} from "../../store/snooze/upstream-snoozes.ts";
import type { Transactor } from "../../store/db/store.ts";
import type { RequestContext, UpstreamMail } from "../context.ts";
import { Outcomes, settled } from "../standard/outcomes.ts";
import { type Folder, foldersThere } from "../upstream-answers.ts";
import { ensureSnoozedFolder, type LetterThere, lettersThere, snoozedFolder } from "./letters-elsewhere.ts";

/** What was moved out comes back by Undo. */
const UNDO_MS = 3_600_000;
/** Each is looked at whenever the page asks. */
const MOST = 1000;

export interface Elsewhere extends Pick<RequestContext, "store"> {
  mail: UpstreamMail;
  accountId: Id;
}

const placeOf = ({ mail, accountId }: Elsewhere): UpstreamAccount => ({ accountId, there: mail.there });

/** A letter that came into its Thread afterwards brings it back, but for a muted one. */
function cameBackAt({ until, newestAt }: UpstreamSnooze, letter: LetterThere): Date {
  const hasNews = !letter.isMuted && letter.newestAt > newestAt.getTime();
  return hasNews && letter.newestAt < until.getTime() ? new Date(letter.newestAt) : until;
}

/** Whether the time still counts where the Email lies among the snoozed ones. */
const counts = ({ leftAt }: UpstreamSnooze): boolean => !leftAt || leftAt.getTime() > Date.now() - UNDO_MS;

/** @returns what is to be kept of a time; undefined: nothing */
function seen(each: UpstreamSnooze, isAway: boolean): UpstreamSnooze | undefined {
  if (!counts(each)) return undefined;
  if (isAway) return each.leftAt ? { ...each, leftAt: null } : each;
  return each.leftAt ? each : { ...each, leftAt: new Date() };
}

interface Away {
  id: Id;
  threadId: Id;
  /** When it comes back, or did. */
  until: Date;
}

/** The next to come back first. What lies there no more is forgotten. @param ids null: all */
async function lookElsewhere(elsewhere: Elsewhere, ids: readonly Id[] | null): Promise<Away[]> {
  const { store, mail, accountId } = elsewhere;
  const place = placeOf(elsewhere);
  const all = await store.read((reader) => getUpstreamSnoozes(reader, place));
  const wanted = ids && new Set(ids);
  const kept = wanted ? all.filter(({ emailId }) => wanted.has(emailId)) : all;
  if (kept.length === 0) return [];
  const folders = await foldersThere(mail);
  const emailIds = kept.map(({ emailId }) => emailId);
  const letters = await lettersThere(mail, emailIds, folders);
  const snoozed = snoozedFolder(folders)?.id;
  const isAway = ({ emailId }: UpstreamSnooze): boolean =>
    snoozed !== undefined && letters.get(emailId)?.mailboxIds.includes(snoozed) === true;
  const changed = kept.filter((each) => seen(each, isAway(each)) !== each);
  if (changed.length > 0) {
    await store.write(
      async (tx) => {
        for (const each of changed) {
          const now = seen(each, isAway(each));
          await (now ? putUpstreamSnooze(tx, place, now) : forgetUpstreamSnooze(tx, place, each.emailId));
        }
      },
      { accountId },
    );
  }
  const away = kept.flatMap((each) => {
    const letter = letters.get(each.emailId);
    if (!letter || !isAway(each) || !counts(each)) return [];
    return { id: each.emailId, threadId: letter.threadId, until: cameBackAt(each, letter) };
  });
  return away.toSorted((one, other) => one.until.getTime() - other.until.getTime());
}

/** @param ids null: all */
export async function snoozesElsewhere(elsewhere: Elsewhere, ids: readonly Id[] | null): Promise<Snooze[]> {
  const away = await lookElsewhere(elsewhere, ids);
  return away.map(({ id, until }) => ({ id, until: utcDateOf(until) }));
}

/** How many Threads have Emails that came back. */
export async function countReturned(elsewhere: Elsewhere): Promise<number> {
  const away = await lookElsewhere(elsewhere, null);
  const returned = away.filter(({ until }) => until.getTime() <= Date.now());
  return new Set(returned.map(({ threadId }) => threadId)).size;
}

interface Step {
  mailboxIds: Id[];
  before: UpstreamSnooze | undefined;
  /** undefined: it goes back. */
  after: UpstreamSnooze | undefined;
  /** Until when it was away, where it was. */
  wasUntil: UTCDate | undefined;
}

interface Known {
  folders: readonly Folder[];
  letters: ReadonlyMap<Id, LetterThere>;
  times: ReadonlyMap<Id, UpstreamSnooze>;
  /** undefined: none goes away. */
  snoozed: Id | undefined;
}

/** The mailboxes that it was in, as far as they are still there; else the inbox. */
function backTo(folders: readonly Folder[], mailboxIds: readonly Id[]): Id[] {
  const places = mailboxIds.filter((id) => folders.some((folder) => folder.id === id));
  return places.length > 0 ? places : folders.flatMap(({ id, role }) => (role === "inbox" ? id : []));
}

/** @throws SetFailure notFound, invalidProperties */
function stepFor(emailId: Id, until: Date | null, { folders, letters, times, snoozed }: Known): Step {
  const letter = letters.get(emailId);
  const before = times.get(emailId);
  const away = snoozedFolder(folders)?.id ?? snoozed;
  const others = letter?.mailboxIds.filter((id) => id !== away) ?? [];
  const isAway = away !== undefined && letter?.mailboxIds.includes(away) === true;
  if (!letter || (until === null && !(before && isAway))) throw new SetFailure({ type: "notFound" });
  if (until === null) {
    const mailboxIds = others.length > 0 ? others : backTo(folders, before!.mailboxIds);
    return { mailboxIds, before, after: undefined, wasUntil: undefined };
  }
  if (DRAFT in letter.keywords)
    throw new SetFailure({ type: "invalidProperties", description: "Drafts are not snoozed" });
  const after: UpstreamSnooze = {
    emailId,
    until,
    newestAt: new Date(letter.newestAt),
    leftAt: null,
    mailboxIds: others.length > 0 ? others : (before?.mailboxIds ?? []),
  };
  return {
    mailboxIds: [snoozed!],
    before,
    after,
    wasUntil: isAway && before ? utcDateOf(before.until) : undefined,
  };
}

/** @returns why the server did not move those that it did not */
async function move({ mail }: Elsewhere, steps: ReadonlyMap<Id, Step>): Promise<ReadonlyMap<Id, SetError>> {
  const changes = Array.from(steps, ([id, { mailboxIds }]) => {
    const places = Object.fromEntries(mailboxIds.map((each) => [each, true]));
    return [id, { mailboxIds: places }] as const;
  });
  const [answer] = await mail.ask([["Email/set", { update: Object.fromEntries(changes) }, "u"]]);
  const refusedAll: SetError = { type: "forbidden", description: "The mail server moved none of them" };
  if (answer?.[0] !== "Email/set") return new Map(Array.from(steps.keys(), (id) => [id, refusedAll]));
  return new Map(Object.entries((answer[1]["notUpdated"] as Record<Id, SetError> | null | undefined) ?? {}));
}

type Done = Outcomes<{ until: UTCDate | null; before?: UTCDate }>;

/** @param wanted until when each is away, or why not; null: it goes back to where it was */
export async function snoozeElsewhere(
  elsewhere: Elsewhere,
  wanted: ReadonlyMap<Id, Date | null | SetFailure>,
): Promise<Done> {
  const { store, mail, accountId } = elsewhere;
  const place = placeOf(elsewhere);
  const outcomes: Done = new Outcomes();
  const folders = await foldersThere(mail);
  const kept = await store.read((reader) => getUpstreamSnoozes(reader, place));
  const times = new Map(kept.filter(counts).map((each) => [each.emailId, each]));
  const letters = await lettersThere(mail, [...wanted.keys()], folders);
  const goesAway = [...wanted.values()].some((until) => until instanceof Date);
  const snoozed = goesAway ? await settled(() => ensureSnoozedFolder(mail, folders)) : undefined;
  const steps = new Map<Id, Step>();
  for (const [id, until] of wanted) {
    const step = await settled(() => {
      if (until instanceof SetFailure) throw until;
      if (until && snoozed instanceof SetFailure) throw snoozed;
      if (until && !times.has(id) && times.size + steps.size >= MOST) throw new SetFailure({ type: "overQuota" });
      return stepFor(id, until, { folders, letters, times, snoozed: snoozed as Id | undefined });
    });
    if (step instanceof SetFailure) outcomes.note(id, step);
    else steps.set(id, step);
  }
  if (steps.size === 0) return outcomes;
  const change = (work: (tx: Transactor, id: Id, step: Step) => Promise<void>): Promise<void> =>
    store.write(
      async (tx) => {
        for (const [id, step] of steps) await work(tx, id, step);
      },
      { accountId },
    );
  // Before they are moved: what lies there without a time would not come back.
  await change(async (tx, _id, { after }) => {
    if (after) await putUpstreamSnooze(tx, place, after);
  });
  const refused = await move(elsewhere, steps);
  await change(async (tx, id, { before, after }) => {
    if (!refused.has(id)) {
      // As what any client moves out: Undo brings it back with its time.
      if (!after) await putUpstreamSnooze(tx, place, { ...before!, leftAt: new Date() });
    } else if (after) {
      await (before ? putUpstreamSnooze(tx, place, before) : forgetUpstreamSnooze(tx, place, id));
    }
  });
  for (const [id, { after, wasUntil }] of steps) {
    const error = refused.get(id);
    const until = after ? utcDateOf(after.until) : null;
    outcomes.note(id, error ? new SetFailure(error) : { until, ...(wasUntil !== undefined && { before: wasUntil }) });
  }
  return outcomes;
}
