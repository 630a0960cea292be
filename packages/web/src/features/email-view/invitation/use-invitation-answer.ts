import type { Identity } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  addressIn,
  type GivenAnswer,
  type Invitation,
  invitedAs,
  readCalendar,
  writeAnswer,
} from "../../../ical-vcard/index.ts";
import { reasonOf } from "../../../mail-ui/failure-text.ts";
import type { FullEmail } from "../../../store/index.ts";
import { loadIdentities } from "../../../store/records/identities.ts";
import { type AccountRecords, recordsOf } from "../../../store/records/records.ts";
import { ownIdOf, writingAccount } from "../../../store/session/all-accounts.ts";
import { lastAnswer, sendAnswer } from "../../../store/submissions/answer-invitation.ts";
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

/** What an answer of ours says of this event: it names one attendee. */
function givenIn(calendar: string | undefined): GivenAnswer | undefined {
  const [event] = calendar === undefined ? [] : readCalendar(calendar);
  const answer = event?.kind === "answer" ? event.attendees[0]?.answer : undefined;
  return answer === "none" ? undefined : answer;
}

async function whatIsKnown(messageId: string | undefined, invitation: Invitation, records: AccountRecords) {
  const identity = invitedAmong(invitation, await loadIdentities(records));
  const given = identity && messageId ? givenIn(await lastAnswer(messageId, records)) : undefined;
  return { identity, given };
}

export function useInvitationAnswer(email: FullEmail, invitation: Invitation): InvitationAnswerState {
  const { t } = useTranslation();
  const [known, setKnown] = useState<{ identity: Identity | undefined; given: GivenAnswer | undefined }>();
  const [sending, setSending] = useState<GivenAnswer>();
  const [problem, setProblem] = useState<string>();
  const { accountId } = writingAccount(email.id);
  const messageId = email.messageId?.[0];

  useEffect(() => {
    let isLeft = false;
    whatIsKnown(messageId, invitation, recordsOf(accountId)).then(
      (found) => {
        if (!isLeft) setKnown(found);
      },
      // Without its addresses nothing is offered.
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [messageId, invitation, accountId]);

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
          },
          ownIdOf(email.id),
          recordsOf(accountId),
        );
        setKnown({ identity, given: answer });
      } catch (error) {
        setProblem(t("cards.reply.failed", { reason: reasonOf(error, t) }));
      } finally {
        setSending(undefined);
      }
    },
  };
}
