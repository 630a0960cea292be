/** Why an Email was not sent, in words that a person can act on. */
import { type SetError, SetFailure } from "@pismo/jmap";
import type { TFunction } from "i18next";
import { reasonOf } from "../../mail-ui/failure-reason.ts";
import { DraftGone } from "../../store/drafts/writing.ts";
import type { RecipientName } from "./session/draft-fields.ts";
import type { SendProblem } from "./session/compose-session.ts";

function fromSetError(error: SetError, t: TFunction): string {
  const addresses = error.invalidRecipients?.join(", ") ?? "";
  switch (error.type) {
    case "noRecipients":
      return t("compose.error.noRecipients");
    case "invalidRecipients":
      return t("compose.error.invalidRecipient", { addresses });
    case "forbiddenToSend":
      return t("compose.error.forbiddenToSend");
    case "forbiddenFrom":
    case "forbiddenMailFrom":
      return t("compose.error.forbiddenFrom");
    case "tooManyRecipients":
      return t("compose.error.tooManyRecipients", { max: error.maxRecipients ?? 0 });
    case "rateLimit":
      return error.maxRecipients === undefined
        ? t("compose.error.rateLimit")
        : t("compose.error.dayLimit", { count: error.maxRecipients });
    case "tooLarge":
    case "overQuota":
      return t(`compose.error.${error.type}`);
    default:
      return t("compose.error.other", { reason: reasonOf(new SetFailure(error), t) });
  }
}

/** @param error as `sendDraft` throws it */
export function sendProblem(error: unknown, t: TFunction): string {
  if (error instanceof SetFailure) return fromSetError(error.error, t);
  if (error instanceof DraftGone) return t(`compose.error.${error.why}Elsewhere`);
  return t("compose.error.other", { reason: reasonOf(error, t) });
}

/** What is wrong with the recipients, field by field. */
export type RecipientProblems = Partial<Record<RecipientName, string | undefined>>;

export function recipientProblems(
  found: Extract<SendProblem, { kind: "noRecipients" | "invalidRecipients" }>,
  t: TFunction,
): RecipientProblems {
  if (found.kind === "noRecipients") return { to: t("compose.error.noRecipients") };
  return Object.fromEntries(
    Object.entries(found.fields).map(([name, addresses]) => [
      name,
      t("compose.error.invalidRecipients", { addresses: addresses.join(", "), count: addresses.length }),
    ]),
  );
}
