import type { PreferenceValues } from "@pismo/jmap";
import { notify } from "../../store/index.ts";
import { setPreferences } from "../../store/records/set-preferences.ts";

/** Says that a setting is saved, or is not. @param undo what takes it back; left out: it was taken back, which needs no word */
export function tellSaved(saving: Promise<unknown>, undo?: () => void, onFailure?: () => void): void {
  saving.then(
    () => undo && notify({ key: "mailSettings.saved", undo }),
    () => {
      onFailure?.();
      notify({ key: "mailSettings.failed", tone: "error" });
    },
  );
}

/** Sets them, and offers to take it back. */
export function choosePreferences(change: Partial<PreferenceValues>, before: Partial<PreferenceValues>): void {
  tellSaved(setPreferences(change), () => tellSaved(setPreferences(before)));
}
