/**
 * A mail server does not tell which of its rules have sorted a letter. They are those that hold for it by the script as it
 * is known here, where the letter lies in the folder that they want.
 */
import type { Id } from "@pismo/jmap";
import type { CheckedScript } from "../../sieve/language/checked.ts";
import { letterOf } from "../../sieve/run/letter.ts";
import { run, type Verdict } from "../../sieve/run/run.ts";
import type { Store, Transactor } from "../../store/db/store.ts";
import type { InsertedEmail, PreparedNewEmail } from "../../store/mail/insert-emails.ts";
import { listFolders } from "../../store/mirror/imap-folders.ts";
import { noteSortedEmails } from "../../store/rules/rule-uses.ts";
import { type ActiveScript, activeScript } from "../../store/rules/sieve-scripts.ts";
import { compiledScript, MAX_LOOKED_AT } from "./compiled-scripts.ts";
import { wholeSecond } from "./sort-arrivals.ts";

interface Arrivals {
  readonly deliveries: readonly { bytes: Uint8Array; isArrival?: boolean; isMoved?: boolean }[];
  readonly emails: readonly PreparedNewEmail[];
}

/** Names of rules, by the index of the Email in its batch. */
export type Derived = ReadonlyMap<number, readonly string[]>;

/** The script of the account, where the mail server runs it and it names its rules. */
async function scriptThere(store: Store, accountId: Id) {
  return store.read(async (reader) => {
    const script = await activeScript(reader, accountId);
    if (!script?.isAtServer || !script.text.includes('"rules"')) return undefined;
    const folders = await listFolders(reader, accountId);
    return { script, folderAt: new Map(folders.map(({ path, mailboxId }) => [path, mailboxId])) };
  });
}

/** Blobs of scripts that cannot run here: of each it is found out once. */
const unreadable = new Set<Id>();
const MAX_UNREADABLE = 1000;

function compiledOnce(script: ActiveScript): CheckedScript | undefined {
  if (unreadable.has(script.blobId)) return undefined;
  try {
    return compiledScript(script);
  } catch {
    if (unreadable.size >= MAX_UNREADABLE) unreadable.clear();
    unreadable.add(script.blobId);
    return undefined;
  }
}

/** undefined: it does not run here, or looks at what is not here. */
function verdictOn(script: ActiveScript, bytes: Uint8Array, size: number): Verdict | undefined {
  const compiled = compiledOnce(script);
  if (!compiled || compiled.required.has("body") || compiled.required.has("envelope")) return undefined;
  try {
    const letter = letterOf(bytes.subarray(0, MAX_LOOKED_AT), { size });
    return run(compiled, { letter, now: new Date(), hasMailbox: () => true });
  } catch {
    // Whatever it is, the letter has to arrive: a word on what sorted it is not worth that.
    return undefined;
  }
}

/** Before the transaction, which would wait for it. */
export async function deriveRules(store: Store, { deliveries, emails }: Arrivals): Promise<Derived> {
  const derived = new Map<number, readonly string[]>();
  const arrived = [...emails.entries()].filter(([index, { isFromServer }]) => {
    const { isArrival, isMoved } = deliveries[index]!;
    return isFromServer && isArrival && !isMoved;
  });
  for (const accountId of new Set(arrived.map(([, email]) => email.accountId))) {
    const found = await scriptThere(store, accountId);
    if (!found) continue;
    const { script, folderAt } = found;
    for (const [index, { accountId: own, receivedAt, size, mailboxIds }] of arrived) {
      if (own !== accountId || receivedAt.getTime() < wholeSecond(Math.max(script.since, script.until))) continue;
      const verdict = verdictOn(script, deliveries[index]!.bytes, size);
      const wanted = verdict?.placements.map(({ folder }) => folderAt.get(folder ?? "INBOX"));
      if (verdict && mailboxIds.some((id) => wanted?.includes(id))) derived.set(index, verdict.rules);
    }
  }
  return derived;
}

/** In the transaction that has inserted them. */
export async function noteDerived(
  tx: Transactor,
  results: readonly (InsertedEmail | Error)[],
  { emails }: Arrivals,
  derived: Derived,
): Promise<void> {
  for (const [index, rules] of derived) {
    const result = results[index]!;
    if (rules.length === 0 || result instanceof Error) continue;
    await noteSortedEmails(tx, emails[index]!.accountId, [{ emailId: result.id, rules, isDerived: true }]);
  }
}
