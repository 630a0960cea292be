import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Invitation } from "../../../ical-vcard/index.ts";
import type { FullEmail } from "../../../store/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { Problem } from "../../../ui/Field.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./InvitationAnswer.module.css";
import { useInvitationAnswer } from "./use-invitation-answer.ts";

/** The Email that was answered last, and when: with its answer the page becomes a conversation, which draws it again. */
let answered = { id: "", at: 0 };
/** Milliseconds in which the conversation comes. */
const REDRAWN_WITHIN_MS = 10_000;

function focusAgain(button: HTMLButtonElement | null, id: string): void {
  const isDue = answered.id === id && performance.now() - answered.at < REDRAWN_WITHIN_MS;
  if (isDue && document.activeElement === document.body) button?.focus({ preventScroll: true });
}

const answers = ["accepted", "tentative", "declined"] as const;

/** Below an invitation: accept, maybe, decline. Nothing is sent but on a click. */
export function InvitationAnswer({ email, invitation }: { email: FullEmail; invitation: Invitation }) {
  const { t } = useTranslation();
  const id = useId();
  const { identity, given, sending, problem, answer } = useInvitationAnswer(email, invitation);
  if (!identity) return null;
  return (
    <div className={styles.answer} role="group" aria-labelledby={id}>
      <p id={id} className={styles.state} role="status">
        {given ? t(`cards.reply.given.${given}`) : t("cards.reply.ask", { address: visibleText(identity.email) })}
      </p>
      <div className={styles.buttons}>
        {answers.map((each) => (
          <Button
            key={each}
            variant={each === "accepted" && !given ? "primary" : "secondary"}
            aria-pressed={given === each}
            aria-disabled={sending ? true : undefined}
            ref={(button) => {
              if (given === each) focusAgain(button, email.id);
            }}
            onClick={() => {
              answered = { id: email.id, at: performance.now() };
              void answer(each);
            }}
          >
            {t(`cards.reply.${each}`)}
          </Button>
        ))}
      </div>
      {problem && <Problem>{problem}</Problem>}
    </div>
  );
}
