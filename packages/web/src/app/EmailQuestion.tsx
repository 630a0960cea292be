import { useEmailQuestion } from "../store/email-question.ts";
import { LabelDialog } from "../features/labels/LabelDialog.tsx";
import { RemindAbout } from "../features/snooze/RemindAbout.tsx";
import { SnoozeDialog } from "../features/snooze/SnoozeDialog.tsx";

/** What is asked about Emails by an action: one question at a time. */
export function EmailQuestion() {
  const question = useEmailQuestion();
  if (!question) return null;
  if (question.dialog === "remind") return <RemindAbout context={question} />;
  return question.dialog === "snooze" ? <SnoozeDialog context={question} /> : <LabelDialog />;
}
