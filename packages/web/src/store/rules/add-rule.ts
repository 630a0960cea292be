/** A rule that is made where a letter is read, beside those that there are. */
import type { Id } from "@pismo/jmap";
import type { Rule } from "./rule-script.ts";
import { loadScript, ScriptChanged, type ShownScript, storeRules } from "./rules.ts";
import { canRunBeside, serverExtensionsOf } from "./server-names.ts";

/** What sorts the letters was written elsewhere, and is left whole. */
export class ScriptFromElsewhere extends Error {}

/**
 * @param isFirst before all others; default: after them
 * @returns what takes it out again
 * @throws ScriptFromElsewhere, ScriptChanged, and what the requests throw
 */
export async function addRule(accountId: Id, rule: Rule, isFirst = false): Promise<() => Promise<void>> {
  await change(accountId, (rules) => {
    if (!rules) throw new ScriptFromElsewhere();
    return isFirst ? [rule, ...rules] : [...rules, rule];
  });
  return () => takeOut(accountId, rule);
}

/** Those that a rule is added to: beside a script from elsewhere, where the mail server can run both. @throws what the requests throw */
export async function loadRules(accountId: Id): Promise<ShownScript> {
  const script = await loadScript(accountId);
  return !script.rules && script.isAtServer && canRunBeside(serverExtensionsOf(accountId))
    ? loadScript(accountId, null)
    : script;
}

/** @param work gives the rules as they are to be; undefined: as they are */
async function change(
  accountId: Id,
  work: (rules: readonly Rule[] | undefined) => readonly Rule[] | undefined,
): Promise<void> {
  for (let isAgain = false; ; isAgain = true) {
    const script = await loadRules(accountId);
    const rules = work(script.rules);
    try {
      return rules && (await storeRules(accountId, script, rules));
    } catch (error) {
      // One rule more or less does not depend on the others, of which a mail server's may be read only now.
      if (isAgain || !(error instanceof ScriptChanged)) throw error;
    }
  }
}

function takeOut(accountId: Id, rule: Rule): Promise<void> {
  const text = JSON.stringify(rule);
  return change(accountId, (rules) => {
    const index = rules?.findIndex((each) => JSON.stringify(each) === text) ?? -1;
    // Changed or taken out since: that is not undone.
    return index < 0 ? undefined : rules!.toSpliced(index, 1);
  });
}
