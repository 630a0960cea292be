/** Passwords that the key does not open. */
import type { CheckReport } from "./report.ts";

/** @param why ends the sentence about them */
export function addUnreadable(report: CheckReport, unreadable: number, why: string): void {
  if (unreadable === 0) return;
  const passwords = unreadable === 1 ? "1 password" : `${unreadable.toLocaleString("en-US")} passwords`;
  const text = `${passwords} of accounts at mail servers ${why}. People are asked for them again`;
  report.problems.push(text);
  // Nothing derives them again.
  if (report.left !== report.problems) report.left.push(text);
}
