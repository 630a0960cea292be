/** A tab with unsaved changes asks before it is closed, in the browser's own words. */
import { holdPage } from "../../store/sync/hold-page.ts";

let isLetGo = false;

/** While the person goes to where the form leads: to the page of a provider, say. */
export function letTabGo(isWanted: boolean): void {
  isLetGo = isWanted;
}

/** @returns what ends it */
export const holdTab = (): (() => void) => holdPage(() => !isLetGo);
