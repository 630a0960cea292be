import type { EmailAddress, Identity } from "@pismo/jmap";
import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { notify, type RedirectRequest } from "../../../store/index.ts";
import { loadIdentities, mainAmong, suggestPeople } from "../../../store/drafts/writing.ts";
import { addressedIn } from "../../../store/records/addressed.ts";
import { recordsOf } from "../../../store/records/records.ts";
import { ownIdOf, writingAccount } from "../../../store/session/all-accounts.ts";
import { redirectEmail } from "../../../store/submissions/redirect.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Problem } from "../../../ui/Field.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import { neverOfferWhereKept } from "../recipients/never-offer.ts";
import { RecipientField } from "../recipients/RecipientField.tsx";
import { distinctRecipients, isValidAddress, parseRecipients } from "../recipients/recipients.ts";
import { recipientProblems } from "../send-problem.ts";
import { identityForAnswer } from "../sender/choose-identity.ts";
import { SenderLine } from "../sender/SenderLine.tsx";
import { redirectProblem } from "./redirect-problem.ts";
import styles from "./RedirectDialog.module.css";

interface RedirectDialogProps {
  request: RedirectRequest;
  onClose(): void;
}

/** Who redirects: by default whom the letter came to. */
function useIdentities({ emailId }: RedirectRequest) {
  const [account] = useState(() => writingAccount(emailId));
  const [identities, setIdentities] = useState<readonly Identity[]>([]);
  const [identity, setIdentity] = useState<Identity>();
  useEffect(() => {
    let isOver = false;
    const records = recordsOf(account.accountId);
    const find = async (): Promise<void> => {
      const all = await loadIdentities(records);
      const addressed =
        all.length > 1 ? await addressedIn(ownIdOf(emailId), records).catch(() => undefined) : undefined;
      if (isOver) return;
      setIdentities(all);
      setIdentity((addressed && identityForAnswer(all, addressed)) ?? mainAmong(all, account.email));
    };
    find().catch(() => isOver || notify({ key: "compose.notOpened", tone: "error" }));
    return () => {
      isOver = true;
    };
  }, [account, emailId]);
  return { account, identities, identity, setIdentity };
}

/** The id of a redirect: one for the same people and the same address, as long as the dialog stands. */
function useRedirectId() {
  const ids = useRef(new Map<string, string>());
  return (identity: Identity, to: readonly EmailAddress[]): string => {
    const people = JSON.stringify([identity.id, to.map(({ email }) => email)]);
    const id = ids.current.get(people) ?? crypto.randomUUID();
    ids.current.set(people, id);
    return id;
  };
}

/** With Control it would be sent by the popup below. Escape has to get to the dialog. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === "Enter") event.stopPropagation();
}

/** Asks to whom a letter goes on as it is. */
export function RedirectDialog({ request, onClose }: RedirectDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const { account, identities, identity, setIdentity } = useIdentities(request);
  const [to, setTo] = useState(request.to ?? []);
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const redirectIdOf = useRedirectId();

  const redirect = async (): Promise<void> => {
    const all = distinctRecipients([...to, ...parseRecipients(text)]);
    const invalid = all.map(({ email }) => email).filter((email) => !isValidAddress(email));
    const found =
      all.length === 0
        ? ({ kind: "noRecipients" } as const)
        : invalid.length > 0 && ({ kind: "invalidRecipients", fields: { to: invalid } } as const);
    setWrong(found ? recipientProblems(found, t).to : undefined);
    setProblem(undefined);
    if (found || !identity) return;
    setBusy(true);
    try {
      const named = all.map(({ name, email }) => visibleText(name ?? email)).join(", ");
      const { accountId } = account;
      const redirectId = redirectIdOf(identity, all);
      const emailId = ownIdOf(request.emailId);
      await redirectEmail({ accountId, emailId, identityId: identity.id, to: all, redirectId, named });
      onClose();
    } catch (error) {
      setBusy(false);
      setProblem(redirectProblem(error, t));
    }
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("compose.redirect.title")}
      description={t("compose.redirect.text")}
      closeLabel={t("shell.close")}
      width={520}
      footer={
        <>
          <Button onClick={onClose}>{t("compose.cancel")}</Button>
          <Button variant="primary" type="submit" form={formId} aria-disabled={isBusy || !identity ? true : undefined}>
            {t("compose.redirect.send")}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.form}
        noValidate
        onKeyDown={keepEnter}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          event.stopPropagation();
          if (!isBusy) void redirect();
        }}
      >
        <SenderLine account={account} identities={identities} identity={identity} onChoose={setIdentity} />
        <RecipientField
          name="to"
          label={t("compose.to")}
          recipients={to}
          text={text}
          error={wrong}
          onChange={(recipients, typed) => {
            setTo(recipients);
            setText(typed);
            setWrong(undefined);
          }}
          suggest={suggestPeople}
          onNeverOffer={neverOfferWhereKept()}
          autoFocus
        />
        {problem && <Problem>{problem}</Problem>}
      </form>
    </Dialog>
  );
}
