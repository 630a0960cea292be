import type { Id, Identity } from "@pismo/jmap";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  addressIn,
  answerIn,
  type GivenAnswer,
  type Invitation,
  invitedAs,
  writeAnswer,
} from "../../../ical-vcard/index.ts";
import { reasonOf } from "../../../mail-ui/failure-text.ts";
import type { FullEmail } from "../../../store/index.ts";
import { newMessageId } from "../../../store/drafts/draft-email.ts";
import { loadIdentities } from "../../../store/records/identities.ts";
import { type AccountRecords, recordsOf } from "../../../store/records/records.ts";
import { ownIdOf, writingAccount } from "../../../store/session/all-accounts.ts";
import { answersTo, sendAnswer } from "../../../store/submissions/answer-invitation.ts";
import { visibleText } from "../../../ui/visible-text.ts";

export interface InvitationAnswerState {
  /** Undefined: none of the account's addresses is invited, or it is not known yet. */
  identity: Identity | undefined;
  /** As it was sent last, from here or another device. */
  given: GivenAnswer | undefined;
  sending: GivenAnswer | undefined;
  problem: string | undefined;
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
): Promise<{ identity: Identity | undefined; given: GivenAnswer | undefined }> {
  const identity = invitedAmong(invitation, await loadIdentities(records));
  const answers = identity && messageId ? await answersTo(messageId, threadId, records) : [];
  for (const calendar of answers) {
    const given = answerIn(calendar, invitation);
    if (given) return { identity, given };
  }
  return { identity, given: undefined };
}

export function useInvitationAnswer(email: FullEmail, invitation: Invitation): InvitationAnswerState {
  const { t } = useTranslation();
  const [known, setKnown] = useState<{ identity: Identity | undefined; given: GivenAnswer | undefined }>();
  const [sending, setSending] = useState<GivenAnswer>();
  const [problem, setProblem] = useState<string>();
  const { accountId } = writingAccount(email.id);
  const messageId = email.messageId?.[0];
  const threadId = ownIdOf(email.threadId);
  /** An answer whose own answer was lost is tried again as the same letter. */
  const tried = useRef<{ answer: GivenAnswer; messageId: string }>(undefined);

  useEffect(() => {
    let isLeft = false;
    whatIsKnown({ messageId, threadId }, invitation, recordsOf(accountId)).then(
      (found) => {
        if (!isLeft) setKnown(found);
      },
      // Without its addresses nothing is offered.
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [messageId, threadId, invitation, accountId]);

  return {
    identity: known?.identity,
    given: known?.given,
    sending,
    problem,
    async answer(answer) {
      const identity = known?.identity;
      const attendee = identity && invitedAs(invitation, [identity.email]);
      if (!attendee || sending) return;
      setSending(answer);
      setProblem(undefined);
      const summary = visibleText(invitation.summary) || t("cards.noSummary");
      const said = t(`cards.reply.subject.${answer}`, { summary });
      const inReplyTo = email.messageId ?? [];
      if (tried.current?.answer !== answer) tried.current = { answer, messageId: newMessageId(identity.email) };
      try {
        await sendAnswer(
          {
            identity,
            to: { name: invitation.organizer.params.get("CN") ?? null, email: addressIn(invitation.organizer) },
            subject: said,
            text: t(`cards.reply.text.${answer}`, { name: identity.name || identity.email, summary }),
            calendar: writeAnswer(invitation, attendee, answer, Date.now()),
            inReplyTo,
            references: [...(email.references ?? email.inReplyTo ?? []), ...inReplyTo],
            messageId: tried.current.messageId,
          },
          ownIdOf(email.id),
          recordsOf(accountId),
        );
        tried.current = undefined;
        setKnown({ identity, given: answer });
      } catch (error) {
        setProblem(t("cards.reply.failed", { reason: reasonOf(error, t) }));
      } finally {
        setSending(undefined);
      }
    },
  };
}
