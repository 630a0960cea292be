/** Why an identity was not kept, in words that a person can act on. */
import { MethodError, SetFailure } from "@pismo/jmap";
import type { TFunction } from "i18next";
import { reasonOf } from "../../../mail-ui/failure-reason.ts";

export function identityProblem(error: unknown, t: TFunction): string {
  // Nothing in the session says beforehand whether a server keeps them (RFC 8621 §6.3).
  if (error instanceof MethodError && error.type === "unknownMethod") return t("identities.problem.notKept");
  if (!(error instanceof SetFailure)) return t("identities.problem.failed", { reason: reasonOf(error, t) });
  const { type, description } = error.error;
  if (type === "forbiddenFrom") return t("identities.problem.refused");
  return t("identities.problem.failed", { reason: description ?? type });
}
