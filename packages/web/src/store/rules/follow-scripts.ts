/** The shown account's scripts are changed on other devices, too. */
import { submissionFollower } from "../submissions/follow-submissions.ts";

/** Calls back at first, and after each change of a script. @returns a function that ends it */
export const followScripts = (onChange: () => void): (() => void) =>
  submissionFollower("SieveScript", onChange, () => undefined)();
