/** Failures of the server in words, with the number that the administrator finds in the log. */
import type { TFunction } from "i18next";
import { failureNumber } from "../store/index.ts";

/** Why something was not done, to stand after a colon. */
export function reasonOf(error: unknown, t: TFunction): string {
  const number = failureNumber(error);
  if (number !== undefined) return t("shell.failure.reason", { number });
  return error instanceof Error ? error.message : String(error);
}

/** A sentence that says what failed, and the number where there is one. */
export const withNumber = (sentence: string, number: string | undefined, t: TFunction): string =>
  number === undefined ? sentence : `${sentence}. ${t("shell.failure.number", { number })}`;
