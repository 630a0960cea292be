/** A rule that is made where a letter is read, beside those that there are. */
import type { Id } from "@pismo/jmap";
import type { Rule } from "./rule-script.ts";
import { loadScript, type ShownScript, storeRules } from "./rules.ts";
import { canRunBeside, serverExtensionsOf } from "./server-names.ts";

/** What sorts the letters was written elsewhere, and is left whole. */
export class ScriptFromElsewhere extends Error {}

/**
 * @param isFirst before all others; default: after them
 * @returns what takes it out again
 * @throws ScriptFromElsewhere, ScriptChanged, and what the requests throw
 */
export async function addRule(accountId: Id, rule: Rule, isFirst = false): Promise<() => Promise<void>> {
  const script = await loadRules(accountId);
  if (!script.rules) throw new ScriptFromElsewhere();
  await storeRules(accountId, script, isFirst ? [rule, ...script.rules] : [...script.rules, rule]);
  return () => takeOut(accountId, rule);
}

/** Beside a script from elsewhere, where the mail server can run both. */
async function loadRules(accountId: Id): Promise<ShownScript> {
  const script = await loadScript(accountId);
  return !script.rules && script.isAtServer && canRunBeside(serverExtensionsOf(accountId))
    ? loadScript(accountId, null)
    : script;
}

async function takeOut(accountId: Id, rule: Rule): Promise<void> {
  const script = await loadRules(accountId);
  const text = JSON.stringify(rule);
  const index = script.rules?.findIndex((each) => JSON.stringify(each) === text) ?? -1;
  // Changed or taken out since: that is not undone.
  if (index >= 0) await storeRules(accountId, script, script.rules!.toSpliced(index, 1));
}
