/** A rule that is made where a letter is read, beside those that there are. */
import type { Id } from "@pismo/jmap";
import type { Rule } from "./rule-script.ts";
import { loadScript, storeRules } from "./rules.ts";

/** What sorts the letters was written elsewhere, and is left whole. */
export class ScriptFromElsewhere extends Error {}

/**
 * @param isFirst before all others; default: after them
 * @returns what takes it out again
 * @throws ScriptFromElsewhere, ScriptChanged, and what the requests throw
 */
export async function addRule(accountId: Id, rule: Rule, isFirst = false): Promise<() => Promise<void>> {
  const script = await loadScript(accountId);
  if (!script.rules) throw new ScriptFromElsewhere();
  await storeRules(accountId, script, isFirst ? [rule, ...script.rules] : [...script.rules, rule]);
  return () => takeOut(accountId, rule);
}

async function takeOut(accountId: Id, rule: Rule): Promise<void> {
  const script = await loadScript(accountId);
  const text = JSON.stringify(rule);
  const index = script.rules?.findIndex((each) => JSON.stringify(each) === text) ?? -1;
  // Changed or taken out since: that is not undone.
  if (index >= 0) await storeRules(accountId, script, script.rules!.toSpliced(index, 1));
}
