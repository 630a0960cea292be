import { SUBMIT_PENDING } from "@pismo/jmap";
import { type ReactNode, useMemo } from "react";
import { isSnoozed } from "../../../actions/snooze.ts";
import { findMailbox, type FullEmail } from "../../../store/index.ts";
import { Attachments } from "../attachments/Attachments.tsx";
import { filesOf } from "../attachments/body-parts.ts";
import { cardParts } from "../../../file-preview/cards/card-parts.ts";
import { factParts } from "../facts/facts-on-demand.ts";
import { MessageBody } from "../MessageBody.tsx";
import { EmailHead } from "../head/EmailHead.tsx";
import { SenderWarnings } from "../safety/SenderWarnings.tsx";
import { useCaution } from "../safety/use-caution.ts";
import { askersOf, isReceipt } from "../../../store/submissions/receipts.ts";
import { useEmailFacts } from "../../../store/facts/email-facts.ts";
import { useSortedBy } from "../../../store/rules/sorted-by.ts";
import { partsOnDemand } from "../../../ui/lazy/on-demand-parts.ts";
import { Matches } from "./matched-text.tsx";
import { shownSubject } from "./shown-subject.ts";

/** Few Emails bring a calendar or an address card: what shows them is fetched with the first. */
const partCards = partsOnDemand(() => import("../../../file-preview/cards/PartCards.tsx"));

const invitationParts = partsOnDemand(() => import("../invitation/parts.ts"));

/** Nor do many wait to be sent. */
const waitingParts = partsOnDemand(() => import("../waiting/WaitingLetter.tsx"));

/** Nor are many snoozed, or sent and waited for. */
const comingBackParts = partsOnDemand(() => import("../waiting/coming-back.ts"));

/** Nor do many have rules. */
const sortedParts = partsOnDemand(() => import("../rules/SortedBy.tsx"));

/** Nor do many have to do with receipts. */
const receiptParts = partsOnDemand(() => import("../receipts/parts.ts"));

/** The Email from its sender to the end of its text. @param fold the button that folds it, in a conversation */
export function EmailCard({ email, fold }: { email: FullEmail; fold?: ReactNode }) {
  const { attachments } = email;
  const parts = useMemo(() => cardParts({ attachments }), [attachments]);
  const cards = partCards.use(parts.length > 0);
  const caution = useCaution(email);
  const isCautious = caution !== undefined;
  const invitations = invitationParts.use(cards !== undefined && parts.length > 0 && !isCautious);
  const waiting = waitingParts.use(email.keywords[SUBMIT_PENDING] === true);
  const isAway = isSnoozed(email.mailboxIds);
  const sortedBy = useSortedBy(email.id);
  const sorted = sortedParts.use(sortedBy.rules.length > 0);
  const sentId = findMailbox("sent")?.id;
  const isSent = sentId !== undefined && sentId in email.mailboxIds;
  const comingBack = comingBackParts.use(isAway || isSent);
  const [asksForReceipt, bringsReceipt] = [caution === undefined && askersOf(email).length > 0, isReceipt(email)];
  const receipts = receiptParts.use(asksForReceipt || bringsReceipt);
  const facts = useEmailFacts(email.id, !isCautious);
  const factCards = factParts.use(facts !== undefined);
  return (
    <Matches id={email.id}>
      <EmailHead email={email} fold={fold} />
      {waiting && email.keywords[SUBMIT_PENDING] && <waiting.WaitingLetter email={email} />}
      {sorted && sortedBy.rules.length > 0 && <sorted.SortedBy emailId={email.id} by={sortedBy} />}
      {comingBack && isAway && <comingBack.SnoozedLetter email={email} />}
      {comingBack && isSent && <comingBack.UnansweredLetter email={email} />}
      {receipts && asksForReceipt && <receipts.ReceiptQuestion key={`ask-${email.id}`} email={email} />}
      {receipts && bringsReceipt && <receipts.ReceiptCard key={`card-${email.id}`} email={email} />}
      <SenderWarnings email={email} />
      {factCards && facts && <factCards.FactCards found={facts} />}
      <Attachments files={filesOf(email)} subject={shownSubject(email)} />
      {cards && parts.length > 0 && (
        <cards.PartCards
          parts={parts}
          isInert={isCautious}
          renderActions={({ invitation }) =>
            !isCautious &&
            invitation &&
            invitations && <invitations.InvitationAnswer key={email.id} email={email} invitation={invitation} />
          }
          renderAnswer={({ invitation }, attendee) =>
            invitation && invitations && <invitations.AttendeeAnswer {...{ email, invitation, attendee }} />
          }
        />
      )}
      <MessageBody email={email} />
    </Matches>
  );
}
