import { SetFailure } from "@pismo/jmap";
import type { TFunction } from "i18next";

/** Why a label or a search was not kept, in words. */
export function labelProblem(error: unknown, t: TFunction, quota = "tooMany"): string {
  if (!(error instanceof SetFailure)) return t("labels.problems.offline");
  const { type, properties, description } = error.error;
  if (type === "notFound") return t("labels.problems.gone");
  if (type === "overQuota") return t(`labels.problems.${quota}`);
  if (properties?.includes("name")) return t("labels.problems.taken");
  return t("labels.problems.failed", { reason: description ?? type });
}
