/** Why something was not done, in the person's language: what servers write in their descriptions is in theirs. */
import { MethodError, RequestError, requestErrorTypes, SetFailure } from "@pismo/jmap";
import type { TFunction } from "i18next";
import { addTexts } from "../i18n/lazy/add-texts.ts";
import { texts } from "../i18n/lazy/failure-reasons.ts";
import { failureNumber } from "../store/index.ts";

addTexts(texts);

type Reason = Exclude<keyof (typeof texts)["ru"]["failureReasons"], "other">;

/** By the types of RFC 8620 §3.6.2, §5.3 and of RFC 8621. */
const reasons: Readonly<Record<string, Reason>> = {
  serverUnavailable: "away",
  forbidden: "notAllowed",
  accountReadOnly: "notAllowed",
  notFound: "notFound",
  blobNotFound: "notFound",
  accountNotFound: "notFound",
  stateMismatch: "changed",
  overQuota: "full",
  tooLarge: "tooLarge",
  requestTooLarge: "tooLarge",
  rateLimit: "tooOften",
  unknownMethod: "notOffered",
  accountNotSupportedByMethod: "notOffered",
  unsupportedFilter: "notOffered",
  unsupportedSort: "notOffered",
};

const ofRequest = ({ problem: { status, type, isRefusedThere } }: RequestError): Reason | undefined => {
  if (isRefusedThere) return "refused";
  if (type === requestErrorTypes.limit || status === 413) return "tooLarge";
  if (status === 429) return "tooOften";
  if (status === 403) return "notAllowed";
  if (status === 501) return "notOffered";
  return status >= 500 ? "away" : undefined;
};

const typeOf = (error: unknown): string | undefined => {
  if (error instanceof SetFailure) return error.error.type;
  if (error instanceof MethodError) return error.type;
  return error instanceof RequestError ? String(error.problem.status) : undefined;
};

function known(error: unknown, type: string | undefined): Reason | undefined {
  if (error instanceof RequestError) return ofRequest(error);
  // Such is what fetch throws.
  if (error instanceof TypeError || error instanceof DOMException) return "noConnection";
  return type === undefined ? "unexpected" : reasons[type];
}

/** To stand after a colon. */
export function reasonOf(error: unknown, t: TFunction): string {
  const number = failureNumber(error);
  if (number !== undefined) return t("shell.failure.reason", { number });
  const type = typeOf(error);
  const reason = known(error, type);
  return reason ? t(`failureReasons.${reason}`) : t("failureReasons.other", { type: type ?? "" });
}
