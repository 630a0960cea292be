import { useEmailQuestion } from "../store/email-question.ts";
import { LabelDialog } from "../features/labels/LabelDialog.tsx";
import { SnoozeDialog } from "../features/snooze/SnoozeDialog.tsx";

/** What is asked about Emails by an action: one question at a time. */
export function EmailQuestion() {
  const question = useEmailQuestion();
  if (!question) return null;
  return question.dialog === "snooze" ? <SnoozeDialog context={question} /> : <LabelDialog />;
}
