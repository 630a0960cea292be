/** Failures of the server with the number that the administrator finds in the log. */
import type { TFunction } from "i18next";

/** A sentence that says what failed, and the number where there is one. */
export const withNumber = (sentence: string, number: string | undefined, t: TFunction): string =>
  number === undefined ? sentence : `${sentence}. ${t("shell.failure.number", { number })}`;
