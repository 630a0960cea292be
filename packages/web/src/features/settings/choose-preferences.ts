import type { PreferenceValues } from "@pismo/jmap";
import { notify } from "../../store/index.ts";
import { setPreferences } from "../../store/records/set-preferences.ts";

/** Sets them, and offers to take it back. */
export function choosePreferences(change: Partial<PreferenceValues>, before: Partial<PreferenceValues>): void {
  setPreferences(change).then(
    () => notify({ key: "mailSettings.saved", undo: () => choosePreferences(before, change) }),
    () => notify({ key: "mailSettings.failed", tone: "error" }),
  );
}
