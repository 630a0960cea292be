import { type ActionContext, single } from "../../actions/action.ts";
import { remindOf } from "../../actions/remind.ts";
import { endQuestion } from "../../store/email-question.ts";
import { useSnoozedUntil } from "../../store/snooze/snoozed-until.ts";
import { RemindDialog } from "../../mail-ui/times/RemindDialog.tsx";

/** Of a letter that was sent. */
export function RemindAbout({ context }: { context: ActionContext }) {
  const id = single(context)!;
  const until = useSnoozedUntil(id);
  return (
    <RemindDialog
      days={null}
      isSet={until !== undefined}
      onClose={endQuestion}
      onChoose={(days) => {
        endQuestion();
        void remindOf(id, days);
      }}
    />
  );
}
