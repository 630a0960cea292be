/** Does to letters that are here what a rule does to those that arrive, as the person would do it. */
import { FLAGGED, type Id, type PatchObject, SEEN } from "@pismo/jmap";
import { AccountRecords, currentRecords } from "../records/records.ts";
import { dismissNotice, notify, notifyNotDone, updateNotice } from "../notices.ts";
import { commitEmails, type Committed, type Done, FEW, together } from "../sync/commit-emails.ts";
import type { CountedRow } from "../sync/optimistic-counts.ts";
import { slowSync } from "../sync/sync-request.ts";
import type { RuleAccount } from "./rule-account.ts";
import type { Rule } from "./rule-script.ts";

/** @param target where the letter goes @returns undefined where it is as the rule wants it */
function patchOf(
  { isRead, isFlagged, labels }: Rule,
  target: Id | undefined,
  { keywords, mailboxIds }: CountedRow,
): PatchObject | undefined {
  const wanted = [...(isRead ? [SEEN] : []), ...(isFlagged ? [FLAGGED] : []), ...labels];
  const missing = wanted.filter((keyword) => !(keyword in keywords));
  const isThere = target === undefined || (target in mailboxIds && Object.keys(mailboxIds).length === 1);
  if (missing.length === 0 && isThere) return undefined;
  return {
    ...(!isThere && { mailboxIds: { [target]: true } }),
    ...Object.fromEntries(missing.map((keyword) => [`keywords/${keyword}`, true])),
  };
}

/** In portions, so that it can be stopped; a notice says how far it is. What fails is said, and what was done stays. */
export async function applyToLetters(
  { accountId, mailboxes }: RuleAccount,
  rule: Rule,
  ids: readonly Id[],
): Promise<Done> {
  const shown = currentRecords();
  // What was loaded of an account that is not shown may be older than what is there.
  const records = shown.accountId === accountId ? shown : new AccountRecords(accountId);
  const target = rule.toTrash ? mailboxes.find(({ role }) => role === "trash")?.id : rule.folder?.id;
  const stop = new AbortController();
  const { signal } = stop;
  const notice = notify({ key: "actions.working", progress: 0, timeout: 0, cancel: () => stop.abort() });
  const resumeSync = slowSync();
  const portions: Committed[] = [];
  let refused = 0;
  try {
    for (let start = 0; start < ids.length && !signal.aborted; start += FEW) {
      const some = ids.slice(start, start + FEW);
      const portion = await commitEmails(some, (row) => patchOf(rule, target, row), records, signal);
      portions.push(portion);
      refused += Object.keys(await portion.done).length;
      updateNotice(notice, { progress: (start + some.length) / ids.length });
    }
  } catch (error) {
    if (!signal.aborted) notifyNotDone(error);
  }
  dismissNotice(notice);
  resumeSync();
  const all = together(portions);
  return { ...all, count: all.count - refused };
}

/** The same, and says what was done, with one Undo for all of it. */
export async function applyRule(account: RuleAccount, rule: Rule, ids: readonly Id[]): Promise<void> {
  const { count, undo } = await applyToLetters(account, rule, ids);
  if (count === 0) notify({ key: "rules.appliedToNone" });
  else notify({ key: "rules.applied", values: { count }, ...(undo && { undo }) });
}
