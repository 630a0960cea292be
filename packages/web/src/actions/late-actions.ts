/** Actions that the first code has nothing of. Every list fetches this after its first rows: keys know them from then on. */
import { actions, archive, emailActions } from "./index.ts";
import { noLabels } from "./keywords/no-labels.ts";
import { remind } from "./remind.ts";
import { snooze } from "./snooze.ts";

export function offerLateActions(): void {
  if (actions.includes(snooze)) return;
  for (const all of [emailActions, actions]) all.splice(all.indexOf(archive) + 1, 0, snooze, remind);
  // It is for its key alone: no menu shows it.
  actions.push(noLabels);
}
