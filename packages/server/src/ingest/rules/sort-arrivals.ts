/** The active script of an account runs on what arrives, and says where it goes (RFC 5228 §2.10). */
import { ANSWERED, DRAFT, FLAGGED, type Id, type Keyword, SEEN, SetFailure } from "@pismo/jmap";
import type { Store, Transactor } from "../../store/db/store.ts";
import type { PreparedNewEmail } from "../../store/mail/insert-emails.ts";
import { getMailboxes } from "../../store/mail/mailboxes.ts";
import { type ActiveScript, activeScript, noteScriptFailure } from "../../store/rules/sieve-scripts.ts";
import type { CheckedScript } from "../../sieve/language/checked.ts";
import { SieveError } from "../../sieve/language/sieve-error.ts";
import { type Envelope, letterOf } from "../../sieve/run/letter.ts";
import { type Placement, run, type Verdict } from "../../sieve/run/run.ts";
import { compile } from "../../sieve/sieve.ts";
import { MailboxPaths } from "./mailbox-paths.ts";

/** What a script has decided on one letter. */
interface Decision {
  script: ActiveScript;
  outcome: Verdict | SieveError;
}

/** By the index of the Email in its batch. */
export type Decisions = ReadonlyMap<number, Decision>;

interface Arrivals {
  readonly deliveries: readonly { bytes: Uint8Array; envelope?: Envelope }[];
  readonly emails: readonly PreparedNewEmail[];
}

/** Octets of a letter that scripts look at. */
const MAX_LOOKED_AT = 2 * 2 ** 20;
/** Scripts that are kept compiled. */
const MAX_COMPILED = 100;

/** By the script's blob, which never changes. */
const compiled = new Map<Id, CheckedScript>();

function compiledScript({ blobId, text }: ActiveScript): CheckedScript {
  const known = compiled.get(blobId);
  if (known) return known;
  const script = compile(text);
  if (compiled.size >= MAX_COMPILED) compiled.delete(compiled.keys().next().value!);
  compiled.set(blobId, script);
  return script;
}

function outcomeOf(
  script: ActiveScript,
  { bytes, envelope }: Arrivals["deliveries"][number],
  paths: MailboxPaths,
): Verdict | SieveError {
  try {
    return run(compiledScript(script), {
      letter: letterOf(bytes.subarray(0, MAX_LOOKED_AT), envelope, bytes.length),
      now: new Date(),
      hasMailbox: (path) => paths.find(path) !== undefined,
    });
  } catch (error) {
    if (error instanceof SieveError) return error;
    throw error;
  }
}

/** Before the transaction, which would wait for it. */
export async function decide(store: Store, { deliveries, emails }: Arrivals): Promise<Decisions> {
  const decisions = new Map<number, Decision>();
  const arrived = [...emails.entries()].filter(([index]) => deliveries[index]!.envelope !== undefined);
  for (const accountId of new Set(arrived.map(([, email]) => email.accountId))) {
    const found = await store.read(async (reader) => {
      const script = await activeScript(reader, accountId);
      return script && { script, paths: new MailboxPaths(await getMailboxes(reader, accountId)) };
    });
    if (!found) continue;
    for (const [index, email] of arrived) {
      if (email.accountId !== accountId) continue;
      decisions.set(index, { script: found.script, outcome: outcomeOf(found.script, deliveries[index]!, found.paths) });
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

/** The Emails, where the scripts want them. In the transaction that inserts them. */
export async function sortArrivals(
  tx: Transactor,
  emails: readonly PreparedNewEmail[],
  decisions: Decisions,
): Promise<readonly PreparedNewEmail[]> {
  if (decisions.size === 0) return emails;
  const pathsOf = new Map<Id, MailboxPaths>();
  const sorted = [...emails];
  for (const [index, { script, outcome }] of decisions) {
    const email = emails[index]!;
    const { accountId } = email;
    const paths = pathsOf.get(accountId) ?? new MailboxPaths(await getMailboxes(tx, accountId));
    pathsOf.set(accountId, paths);
    const { mailboxIds, failure } =
      outcome instanceof SieveError
        ? { mailboxIds: [], failure: outcome.message }
        : await placesOf(tx, accountId, outcome, paths);
    if (failure !== undefined) await noteScriptFailure(tx, accountId, script, failure);
    sorted[index] = {
      ...email,
      // What fails keeps the letter where it was put (RFC 5228 §2.10.6).
      mailboxIds: [...new Set(failure === undefined ? mailboxIds : [...email.mailboxIds, ...mailboxIds])],
      keywords: outcome instanceof SieveError ? email.keywords : [...email.keywords, ...keywordsOf(outcome.placements)],
    };
  }
  return sorted;
}

interface Places {
  mailboxIds: Id[];
  failure: string | undefined;
}

async function placesOf(tx: Transactor, accountId: Id, { placements }: Verdict, paths: MailboxPaths): Promise<Places> {
  const mailboxIds: Id[] = [];
  let failure: string | undefined;
  for (const placement of placements) {
    try {
      mailboxIds.push(await placeOf(tx, accountId, placement, paths));
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

/** @throws SieveError there is no such folder */
async function placeOf(
  tx: Transactor,
  accountId: Id,
  { folder, mailboxId, mayCreate, line }: Placement,
  paths: MailboxPaths,
): Promise<Id> {
  if (mailboxId !== undefined && paths.has(mailboxId)) return mailboxId;
  const found = folder === null ? paths.inbox : paths.find(folder);
  if (found !== undefined) return found;
  if (folder === null || !mayCreate) throw new SieveError(line, `there is no folder ${JSON.stringify(folder)}`);
  try {
    return await tx.savepoint(() => paths.create(tx, accountId, folder));
  } catch (error) {
    if (error instanceof SetFailure) throw new SieveError(line, `${JSON.stringify(folder)} cannot be made a folder`);
    throw error;
  }
}
