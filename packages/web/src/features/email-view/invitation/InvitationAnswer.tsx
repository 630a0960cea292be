import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Invitation } from "../../../ical-vcard/index.ts";
import type { FullEmail } from "../../../store/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { Problem } from "../../../ui/Field.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./InvitationAnswer.module.css";
import { useKeptFocus } from "./use-kept-focus.ts";
import { useInvitationAnswer } from "./use-invitation-answer.ts";

const answers = ["accepted", "tentative", "declined"] as const;

/** Below an invitation: accept, maybe, decline, or which later letter counts. Nothing is sent but on a click. */
export function InvitationAnswer({ email, invitation }: { email: FullEmail; invitation: Invitation }) {
  const { t } = useTranslation();
  const id = useId();
  const known = useInvitationAnswer(email, invitation);
  const { identity, given, delivered, sending, superseded, problem, answer } = known;
  const controls = useKeptFocus(`${email.id} ${invitation.uid} ${invitation.recurrenceId}`);
  if (!identity && !superseded) return null;
  const answered = given && [t(`cards.reply.given.${given}`), delivered && t(`cards.reply.delivered.${delivered}`)];
  const title = visibleText(invitation.summary) || t("cards.noSummary");
  return (
    <div data-takes-focus-back="" className={styles.answer} role="group" aria-labelledby={id}>
      <div id={id} role="status">
        {superseded && (
          <p className={styles.superseded}>
            {t(superseded.isCancelled ? "cards.reply.superseded.cancelled" : "cards.reply.superseded.changed")}
          </p>
        )}
        {answered && <p className={styles.state}>{answered.filter(Boolean).join(" ")}</p>}
        {!answered && !superseded && identity && (
          <p className={styles.state}>{t("cards.reply.ask", { address: visibleText(identity.email) })}</p>
        )}
      </div>
      {superseded ? (
        <p ref={controls} className={styles.letter}>
          <Link to={`/email/${superseded.emailId}?title=${encodeURIComponent(title)}`}>
            {t("cards.reply.superseded.open")}
          </Link>
        </p>
      ) : (
        <div ref={controls} className={styles.buttons}>
          {answers.map((each) => (
            <Button
              key={each}
              variant={each === "accepted" && !given ? "primary" : "secondary"}
              aria-pressed={given === each}
              aria-disabled={sending ? true : undefined}
              onClick={() => void answer(each)}
            >
              {t(`cards.reply.${each}`)}
            </Button>
          ))}
        </div>
      )}
      {problem && !superseded && <Problem>{problem}</Problem>}
    </div>
  );
}
