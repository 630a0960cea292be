import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Invitation } from "../../../ical-vcard/index.ts";
import type { FullEmail } from "../../../store/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { Problem } from "../../../ui/Field.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./InvitationAnswer.module.css";
import { useKeptFocus } from "./use-kept-focus.ts";
import { useInvitationAnswer } from "./use-invitation-answer.ts";

const answers = ["accepted", "tentative", "declined"] as const;

/** Below an invitation: accept, maybe, decline. Nothing is sent but on a click. */
export function InvitationAnswer({ email, invitation }: { email: FullEmail; invitation: Invitation }) {
  const { t } = useTranslation();
  const id = useId();
  const { identity, given, delivered, sending, problem, answer } = useInvitationAnswer(email, invitation);
  const group = useKeptFocus(`${email.id} ${invitation.uid} ${invitation.recurrenceId}`);
  if (!identity) return null;
  return (
    <div ref={group} data-takes-focus-back="" className={styles.answer} role="group" aria-labelledby={id}>
      <p id={id} className={styles.state} role="status">
        {given
          ? [t(`cards.reply.given.${given}`), delivered && t(`cards.reply.delivered.${delivered}`)]
              .filter(Boolean)
              .join(" ")
          : t("cards.reply.ask", { address: visibleText(identity.email) })}
      </p>
      <div className={styles.buttons}>
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
      {problem && <Problem>{problem}</Problem>}
    </div>
  );
}
