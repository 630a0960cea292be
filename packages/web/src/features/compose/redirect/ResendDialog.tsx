import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type FullEmail, loadEmail, notify, type ResendRequest } from "../../../store/index.ts";
import { newMessageId } from "../../../store/drafts/writing.ts";
import { recordsOf } from "../../../store/records/records.ts";
import { ResendAttempts } from "../../../store/submissions/resend-attempts.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { RecipientFields } from "../recipients/RecipientFields.tsx";
import { recipientProblems, type RecipientProblems, sendProblem } from "../send-problem.ts";
import { invalidRecipients, type People, recipientNames, withTypedRecipients } from "../session/draft-fields.ts";
import { PeopleDialog } from "./PeopleDialog.tsx";
import { placeOfRequest } from "../session/place-of-request.ts";
import { useIdFor } from "./use-id-for.ts";

interface ResendDialogProps {
  request: ResendRequest;
  onClose(): void;
}

const blank: People = { to: [], cc: [], bcc: [], typed: { to: "", cc: "", bcc: "" } };

/** The letter, and to whom it went. */
function useOriginal(request: ResendRequest, onClose: () => void) {
  const [{ account, emailId }] = useState(() => placeOfRequest(request));
  const [begun, setBegun] = useState<{ email: FullEmail; start: People }>();
  useEffect(() => {
    let isOver = false;
    loadEmail(emailId, recordsOf(account.accountId)).then(
      (email) => {
        const { to, cc, bcc } = request.people ?? email;
        if (!isOver) setBegun({ email, start: { ...blank, to: to ?? [], cc: cc ?? [], bcc: bcc ?? [] } });
      },
      () => {
        if (isOver) return;
        notify({ key: "compose.notOpened", tone: "error" });
        onClose();
      },
    );
    return () => {
      isOver = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- a request is of one letter, and its dialog is closed once
  }, [account]);
  return { account, emailId, begun };
}

/** Asks to whom a letter of one's own goes once more. */
export function ResendDialog({ request, onClose }: ResendDialogProps) {
  const { t } = useTranslation();
  const { account, emailId, begun } = useOriginal(request, onClose);
  const [changed, setChanged] = useState<People>();
  const [wrong, setWrong] = useState<RecipientProblems>({});
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [attempts] = useState(() => new ResendAttempts());
  const messageIdFor = useIdFor(() => newMessageId(account.email));
  const people = changed ?? begun?.start;

  const close = (): void => {
    if (attempts.isClosed) return;
    attempts.close();
    onClose();
  };

  const resend = async ({ email }: { email: FullEmail }, given: People): Promise<void> => {
    const all = withTypedRecipients(given);
    setChanged(all);
    const invalid = invalidRecipients(all);
    const hasNone = recipientNames.every((name) => all[name].length === 0);
    const isInvalid = Object.keys(invalid).length > 0;
    setWrong(
      isInvalid
        ? recipientProblems({ kind: "invalidRecipients", fields: invalid }, t)
        : hasNone
          ? recipientProblems({ kind: "noRecipients" }, t)
          : {},
    );
    setProblem(undefined);
    if (isInvalid || hasNone) return;
    setBusy(true);
    try {
      const { to, cc, bcc } = all;
      const messageId = messageIdFor(JSON.stringify([to, cc, bcc]));
      const { accountId } = account;
      const named = [...to, ...cc, ...bcc].map((each) => visibleText(each.name ?? each.email)).join(", ");
      await attempts.send(email.from![0]!, { accountId, emailId, to, cc, bcc, messageId, named });
      close();
    } catch (error) {
      setBusy(false);
      setProblem(sendProblem(error, t));
    }
  };

  return (
    <PeopleDialog
      title={t("compose.resend.title")}
      text={t("compose.resend.text")}
      sendLabel={t("compose.resend.send")}
      isChanged={changed !== undefined && JSON.stringify(changed) !== JSON.stringify(begun?.start)}
      problem={problem}
      isBusy={isBusy || !begun}
      onSend={() => void (begun && people && resend(begun, people))}
      onClose={close}
    >
      {begun && people && (
        <RecipientFields
          start={begun.start}
          fields={people}
          problems={wrong}
          autoFocus
          onChange={(name, change) => {
            setChanged({ ...people, ...change });
            setWrong({ ...wrong, [name]: undefined });
          }}
        />
      )}
    </PeopleDialog>
  );
}
