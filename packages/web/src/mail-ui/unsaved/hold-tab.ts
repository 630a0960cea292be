/** A tab with unsaved changes asks before it is closed, in the browser's own words. */

let isLetGo = false;

/** While the person goes to where the form leads: to the page of a provider, say. */
export function letTabGo(isWanted: boolean): void {
  isLetGo = isWanted;
}

function ask(event: BeforeUnloadEvent): void {
  if (!isLetGo) event.preventDefault();
}

/** @returns what ends it */
export function holdTab(): () => void {
  window.addEventListener("beforeunload", ask);
  return () => window.removeEventListener("beforeunload", ask);
}
