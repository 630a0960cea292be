import type { Id, Identity, SupersededEvent } from "@pismo/jmap";
import { useCallback, useEffect } from "react";
import { useTranslation } from "react-i18next";
import {
  addressIn,
  answerIn,
  type GivenAnswer,
  type Invitation,
  invitedAs,
  writeAnswer,
} from "../../../ical-vcard/index.ts";
import { reasonOf } from "../../../mail-ui/failure-reason.ts";
import type { FullEmail } from "../../../store/index.ts";
import { loadIdentities } from "../../../store/records/identities.ts";
import { noteAnswer } from "../../../store/facts/declined.ts";
import { supersededIn } from "../../../store/facts/superseded.ts";
import { type AccountRecords, recordsOf } from "../../../store/records/records.ts";
import { ownIdOf, writingAccount } from "../../../store/session/all-accounts.ts";
import { useSignal } from "../../../store/signal.ts";
import { answersTo, sendAnswer, deliveredOf } from "../../../store/submissions/answer-invitation.ts";
import { onNews } from "../../../store/sync/news.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { type GivenAnswers, invitedBy } from "./given-answers.ts";

export interface InvitationAnswerState extends GivenAnswers {
  /** What a later letter makes of it. */
  superseded: SupersededEvent | undefined;
  answer(answer: GivenAnswer): Promise<void>;
}

/** The identity that is invited; the organizer is asked nothing. */
function invitedAmong(invitation: Invitation, identities: readonly Identity[]): Identity | undefined {
  const own = identities.map(({ email }) => email);
  if (invitedAs({ ...invitation, attendees: [invitation.organizer] }, own)) return undefined;
  return identities.find(({ email }) => invitedAs(invitation, [email]));
}

async function whatIsKnown(
  { messageId, threadId }: { messageId: string | undefined; threadId: Id },
  invitation: Invitation,
  records: AccountRecords,
): Promise<Pick<GivenAnswers, "identity" | "given" | "delivered">> {
  const identity = invitedAmong(invitation, await loadIdentities(records));
  const answers = identity && messageId ? await answersTo(messageId, threadId, records) : [];
  for (const { emailId, calendar } of answers) {
    const given = answerIn(calendar, invitation);
    if (given) return { identity, given, delivered: await deliveredOf(emailId, records) };
  }
  return { identity, given: undefined, delivered: undefined };
}

export function useInvitationAnswer(email: FullEmail, invitation: Invitation): InvitationAnswerState {
  const { t } = useTranslation();
  const { accountId } = writingAccount(email.id);
  const invited = invitedBy(accountId, email.id, invitation);
  const messageId = email.messageId?.[0];
  const threadId = ownIdOf(email.threadId);

  const load = useCallback(
    () => invited.load(() => whatIsKnown({ messageId, threadId }, invitation, recordsOf(accountId))),
    [invited, messageId, threadId, invitation, accountId],
  );
  useEffect(() => {
    void load();
    // It goes, is refused, or is taken back.
    return onNews((changed) => {
      if (!changed || changed[accountId]?.EmailSubmission !== undefined) void load();
    });
  }, [load, accountId]);

  const emailId = ownIdOf(email.id);
  const superseding = useCallback(async () => {
    const { uid, recurrenceId } = invitation;
    const events = await supersededIn(accountId, emailId);
    return events.find((event) => event.uid === uid && event.recurrenceId === recurrenceId);
  }, [accountId, emailId, invitation]);
  useEffect(() => {
    // What cannot be known now is asked again before anything is sent.
    const check = () => void invited.check(superseding).catch(() => undefined);
    check();
    // A later letter was read, or is moved into Trash or out of it.
    return onNews((changed) => {
      const { EmailFact, Email } = changed?.[accountId] ?? {};
      if (!changed || EmailFact !== undefined || Email !== undefined) check();
    });
  }, [invited, superseding, accountId]);

  const send = async (identity: Identity, answer: GivenAnswer, ownMessageId: string): Promise<void> => {
    const attendee = invitedAs(invitation, [identity.email])!;
    const summary = visibleText(invitation.summary) || t("cards.noSummary");
    const inReplyTo = email.messageId ?? [];
    await sendAnswer(
      {
        identity,
        to: { name: invitation.organizer.params.get("CN") ?? null, email: addressIn(invitation.organizer) },
        subject: t(`cards.reply.subject.${answer}`, { summary }),
        text: t(`cards.reply.text.${answer}`, { name: identity.name || identity.email, summary }),
        calendar: writeAnswer(invitation, attendee, answer, Date.now()),
        inReplyTo,
        references: [...(email.references ?? email.inReplyTo ?? []), ...inReplyTo],
        messageId: ownMessageId,
      },
      emailId,
      recordsOf(accountId),
    );
    // One time of a repeated event says nothing of the others.
    if (invitation.recurrenceId === null) await noteAnswer(accountId, emailId, answer);
  };
  const problemOf = (error: unknown): string => t("cards.reply.failed", { reason: reasonOf(error, t) });
  return {
    ...useSignal(invited.state),
    superseded: useSignal(invited.superseded),
    async answer(answer) {
      await invited.give(answer, { superseding, send, problemOf });
      // What came while it was sent was not listened to.
      await load();
    },
  };
}
