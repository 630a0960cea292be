import { addressKey } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import type { Attendee, Invitation } from "../../../ical-vcard/index.ts";
import type { FullEmail } from "../../../store/index.ts";
import { writingAccount } from "../../../store/session/all-accounts.ts";
import { useSignal } from "../../../store/signal.ts";
import { invitedBy } from "./given-answers.ts";

export interface AttendeeAnswerProps {
  email: FullEmail;
  invitation: Invitation;
  attendee: Attendee;
}

/** What a participant has answered: the calendar is older than one's own answer. */
export function AttendeeAnswer({ email, invitation, attendee }: AttendeeAnswerProps) {
  const { t } = useTranslation();
  const { accountId } = writingAccount(email.id);
  const { identity, given } = useSignal(invitedBy(accountId, email.id, invitation).state);
  const isOwn = identity !== undefined && addressKey(identity.email) === addressKey(attendee.email);
  return t(`cards.answer.${(isOwn && given) || attendee.answer}`);
}
