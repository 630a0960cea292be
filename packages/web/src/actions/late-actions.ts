/** Actions that the first code has nothing of. Every list fetches this after its first rows: keys know them from then on. */
import { actions, archive, emailActions } from "./index.ts";
import { noLabels } from "./keywords/no-labels.ts";
import { remind } from "./remind.ts";
import { noSnooze, snooze } from "./snooze.ts";

export function offerLateActions(): void {
  if (actions.includes(snooze)) return;
  for (const all of [emailActions, actions]) all.splice(all.indexOf(archive) + 1, 0, snooze, remind);
  // They are for their keys alone: no menu shows them.
  actions.push(noLabels, noSnooze);
}
