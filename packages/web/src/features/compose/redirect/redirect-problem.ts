/** Why a letter did not go on, in words that a person can act on. */
import { SetFailure } from "@pismo/jmap";
import type { TFunction } from "i18next";
import { sendProblem } from "../send-problem.ts";

/** @param error as `redirectEmail` throws it */
export function redirectProblem(error: unknown, t: TFunction): string {
  const isNotReceived = error instanceof SetFailure && error.error.type === "invalidEmail";
  return isNotReceived ? t("compose.redirect.notReceived") : sendProblem(error, t);
}
