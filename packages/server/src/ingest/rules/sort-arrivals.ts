/** The active script of an account runs on what arrives, and says where it goes (RFC 5228 §2.10). */
import { ANSWERED, DRAFT, FLAGGED, type Id, type Keyword, SEEN, SetFailure } from "@pismo/jmap";
import type { Store, Transactor } from "../../store/db/store.ts";
import { updateEmails } from "../../store/mail/emails.ts";
import type { InsertedEmail, PreparedNewEmail } from "../../store/mail/insert-emails.ts";
import { getMailboxes } from "../../store/mail/mailboxes.ts";
import { type ActiveScript, activeScript, noteScriptFailure } from "../../store/rules/sieve-scripts.ts";
import { noteSortedEmails, type SortedEmail } from "../../store/rules/rule-uses.ts";
import { noteReplies, type RuleReply } from "../../store/rules/rule-replies.ts";
import { SieveError } from "../../sieve/language/sieve-error.ts";
import { type Envelope, letterOf } from "../../sieve/run/letter.ts";
import { type Placement, run, type Verdict } from "../../sieve/run/run.ts";
import { compiledScript, MAX_LOOKED_AT } from "./compiled-scripts.ts";
import { MailboxPaths } from "./mailbox-paths.ts";
import { permittedReplies, type Trace, traceOf } from "./replies.ts";

/** What a script has decided on one letter. */
interface Decision {
  script: ActiveScript;
  outcome: Verdict | SieveError;
  trace: Trace | undefined;
  receivedAt: Date;
  /** Envelope sender; null: its header tells. */
  mailFrom: string | null;
  /** It could not be carried out. */
  hasFailed?: boolean;
  replies?: readonly RuleReply[];
}

/** By the index of the Email in its batch. */
export type Decisions = ReadonlyMap<number, Decision>;

interface Arrivals {
  readonly deliveries: readonly { bytes: Uint8Array; envelope?: Envelope; isForRules?: boolean }[];
  readonly emails: readonly PreparedNewEmail[];
}

function outcomeOf(
  script: ActiveScript,
  { bytes, envelope }: Arrivals["deliveries"][number],
  { size, prepared }: PreparedNewEmail,
  paths: MailboxPaths,
): Pick<Decision, "outcome" | "trace"> {
  try {
    const letter = letterOf(bytes.subarray(0, MAX_LOOKED_AT), {
      envelope,
      size,
      hasAttachment: prepared.columns.has_attachment === 1,
    });
    const outcome = run(compiledScript(script), {
      letter,
      now: new Date(),
      hasMailbox: (path) => paths.find(path) !== undefined,
    });
    return { outcome, trace: outcome.redirections.length > 0 ? traceOf(letter) : undefined };
  } catch (error) {
    // Whatever it is, the letter has to arrive.
    const isOwn = error instanceof SieveError;
    return { outcome: isOwn ? error : new SieveError(1, "the script could not run on this letter"), trace: undefined };
  }
}

/** Mail servers tell times in whole seconds (RFC 9051 §2.3.3). */
export const wholeSecond = (ms: number): number => Math.floor(ms / 1000) * 1000;

/** On letters that are received later the mail server has run it. */
const sortsHere = ({ since, until }: ActiveScript, receivedAt: Date): boolean =>
  receivedAt.getTime() >= wholeSecond(since) && receivedAt.getTime() < wholeSecond(until);

/** Before the transaction, which would wait for it. */
export async function decide(store: Store, { deliveries, emails }: Arrivals): Promise<Decisions> {
  const decisions = new Map<number, Decision>();
  const arrived = [...emails.entries()].filter(([index]) => {
    const { envelope, isForRules } = deliveries[index]!;
    return envelope !== undefined || isForRules;
  });
  for (const accountId of new Set(arrived.map(([, email]) => email.accountId))) {
    const found = await store.read(async (reader) => {
      const script = await activeScript(reader, accountId);
      return script && { script, paths: new MailboxPaths(await getMailboxes(reader, accountId)) };
    });
    if (!found) continue;
    for (const [index, email] of arrived) {
      const { script, paths } = found;
      if (email.accountId !== accountId || !sortsHere(script, email.receivedAt)) continue;
      const delivery = deliveries[index]!;
      decisions.set(index, {
        script,
        receivedAt: email.receivedAt,
        mailFrom: delivery.envelope?.from ?? null,
        ...outcomeOf(script, delivery, email, paths),
      });
    }
  }
  return decisions;
}

/** IMAP's names of flags, and JMAP's (RFC 8621 §4.1.1). \Deleted has none. */
const systemKeywords: Readonly<Record<string, Keyword>> = {
  "\\seen": SEEN,
  "\\flagged": FLAGGED,
  "\\answered": ANSWERED,
  "\\draft": DRAFT,
};
const MAX_KEYWORD = 255;

const keywordsOf = (placements: readonly Placement[]): Keyword[] =>
  placements.flatMap(({ flags }) =>
    flags.flatMap((flag) => {
      if (!flag.startsWith("\\")) return flag.length <= MAX_KEYWORD ? [flag] : [];
      return systemKeywords[flag.toLowerCase()] ?? [];
    }),
  );

/** What scripts have decided, made true with the folders that there are. */
class Sorter {
  readonly #tx: Transactor;
  readonly #pathsOf = new Map<Id, MailboxPaths>();

  constructor(tx: Transactor) {
    this.#tx = tx;
  }

  /** @param email where it was put */
  async place(
    accountId: Id,
    email: { mailboxIds: readonly Id[]; keywords: readonly Keyword[] },
    decision: Decision,
  ): Promise<{ mailboxIds: Id[]; keywords: Keyword[] }> {
    const { script, outcome } = decision;
    const { mailboxIds, failure } =
      outcome instanceof SieveError
        ? { mailboxIds: [], failure: outcome.message }
        : await this.#carriedOut(accountId, outcome, decision);
    decision.hasFailed = failure !== undefined;
    if (failure !== undefined) await noteScriptFailure(this.#tx, accountId, script, failure);
    const flags = outcome instanceof SieveError ? [] : keywordsOf(outcome.placements);
    return {
      // What fails keeps the letter where it was put (RFC 5228 §2.10.6).
      mailboxIds: [...new Set(failure === undefined ? mailboxIds : [...email.mailboxIds, ...mailboxIds])],
      keywords: [...email.keywords, ...flags],
    };
  }

  async #carriedOut(accountId: Id, verdict: Verdict, decision: Decision): Promise<Places> {
    const { replies, failure } = await permittedReplies(this.#tx, accountId, verdict, decision);
    decision.replies = replies;
    // What is not sent on lies where it is found.
    if (failure !== undefined && verdict.placements.length === 0) return { mailboxIds: [], failure };
    const places = await placesOf(this.#tx, accountId, verdict, await this.#paths(accountId));
    return { ...places, failure: places.failure ?? failure };
  }

  async #paths(accountId: Id): Promise<MailboxPaths> {
    const known = this.#pathsOf.get(accountId);
    if (known) return known;
    const paths = new MailboxPaths(await getMailboxes(this.#tx, accountId));
    this.#pathsOf.set(accountId, paths);
    return paths;
  }
}

/** The Emails of local mailboxes, where the scripts want them. In the transaction that inserts them, before it does. */
export async function sortArrivals(
  tx: Transactor,
  { deliveries, emails }: Arrivals,
  decisions: Decisions,
): Promise<readonly PreparedNewEmail[]> {
  if (decisions.size === 0) return emails;
  const sorter = new Sorter(tx);
  const sorted = [...emails];
  for (const [index, decision] of decisions) {
    const email = emails[index]!;
    if (deliveries[index]!.isForRules) continue;
    sorted[index] = { ...email, ...(await sorter.place(email.accountId, email, decision)) };
  }
  return sorted;
}

/**
 * Those of mail servers, which lie in the inbox there: they are moved as the person would move them.
 * @returns the results, with where they lie now
 */
export async function sortInserted(
  tx: Transactor,
  results: readonly (InsertedEmail | Error)[],
  { deliveries, emails }: Arrivals,
  decisions: Decisions,
): Promise<(InsertedEmail | Error)[]> {
  const sorter = new Sorter(tx);
  const sorted = [...results];
  for (const [index, decision] of decisions) {
    const inserted = results[index]!;
    if (!deliveries[index]!.isForRules || inserted instanceof Error) continue;
    const { accountId } = emails[index]!;
    const changes = await sorter.place(accountId, inserted, decision);
    const [failure] = await updateEmails(tx, accountId, [{ id: inserted.id, ...changes }]);
    if (failure) throw failure;
    sorted[index] = { ...inserted, ...changes };
  }
  return sorted;
}

/** Which rules held for which letters; in the transaction that has inserted and sorted them. */
export async function noteRules(
  tx: Transactor,
  results: readonly (InsertedEmail | Error)[],
  { emails }: Arrivals,
  decisions: Decisions,
): Promise<void> {
  const sorted = new Map<Id, SortedEmail[]>();
  for (const [index, { outcome, hasFailed, mailFrom, replies = [] }] of decisions) {
    const result = results[index]!;
    if (replies.length > 0 && !(result instanceof Error))
      await noteReplies(tx, emails[index]!.accountId, [{ emailId: result.id, mailFrom, replies }]);
    if (hasFailed || outcome instanceof SieveError || outcome.rules.length === 0 || result instanceof Error) continue;
    const { accountId } = emails[index]!;
    sorted.set(accountId, [...(sorted.get(accountId) ?? []), { emailId: result.id, rules: outcome.rules }]);
  }
  for (const [accountId, letters] of sorted) await noteSortedEmails(tx, accountId, letters);
}

interface Places {
  mailboxIds: Id[];
  failure: string | undefined;
}

/** Folders that the rules make for one letter. */
const MAX_MADE = 5;

async function placesOf(tx: Transactor, accountId: Id, { placements }: Verdict, paths: MailboxPaths): Promise<Places> {
  const mailboxIds: Id[] = [];
  let failure: string | undefined;
  let room = MAX_MADE;
  for (const placement of placements) {
    try {
      const { id, count } = await placeOf(tx, accountId, placement, paths, room);
      mailboxIds.push(id);
      room -= count;
    } catch (error) {
      if (!(error instanceof SieveError)) throw error;
      failure ??= error.message;
    }
  }
  // Nothing is thrown away at once: what a script discards can be found in the trash.
  if (placements.length === 0 && paths.trash !== undefined) mailboxIds.push(paths.trash);
  if (mailboxIds.length === 0) failure ??= "there is no trash folder";
  return { mailboxIds, failure };
}

/** As a failure names it. */
const quoted = (folder: string): string => JSON.stringify(folder.slice(0, 100));

/** @param room how many may be made @returns how many were @throws SieveError there is no such folder */
async function placeOf(
  tx: Transactor,
  accountId: Id,
  { folder, mailboxId, mayCreate, line }: Placement,
  paths: MailboxPaths,
  room: number,
): Promise<{ id: Id; count: number }> {
  if (mailboxId !== undefined && paths.has(mailboxId)) return { id: mailboxId, count: 0 };
  const found = folder === null ? paths.inbox : paths.find(folder);
  if (found !== undefined) return { id: found, count: 0 };
  if (folder === null || !mayCreate) throw new SieveError(line, `there is no folder ${quoted(folder ?? "inbox")}`);
  try {
    return await tx.savepoint(() => paths.create(tx, accountId, folder, room));
  } catch (error) {
    if (!(error instanceof SetFailure)) throw error;
    if (error.error.type === "overQuota")
      throw new SieveError(line, `at most ${MAX_MADE} folders are made for one letter`);
    throw new SieveError(line, `${quoted(folder)} cannot be made a folder`);
  }
}
