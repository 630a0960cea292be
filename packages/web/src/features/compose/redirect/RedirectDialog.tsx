import type { Id, Identity } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { notify, type RedirectRequest } from "../../../store/index.ts";
import { loadIdentities, mainAmong, suggestPeople } from "../../../store/drafts/writing.ts";
import { addressedIn } from "../../../store/records/addressed.ts";
import { recordsOf } from "../../../store/records/records.ts";
import { redirectEmail } from "../../../store/submissions/redirect.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { neverOfferWhereKept } from "../recipients/never-offer.ts";
import { RecipientField } from "../recipients/RecipientField.tsx";
import { distinctRecipients, isValidAddress, parseRecipients } from "../recipients/recipients.ts";
import { recipientProblems } from "../send-problem.ts";
import { identityForAnswer } from "../sender/choose-identity.ts";
import { SenderLine } from "../sender/SenderLine.tsx";
import { placeOfRequest } from "../session/place-of-request.ts";
import { PeopleDialog } from "./PeopleDialog.tsx";
import { redirectProblem } from "./redirect-problem.ts";
import { useIdFor } from "./use-id-for.ts";

interface RedirectDialogProps {
  request: RedirectRequest;
  onClose(): void;
}

/** Who redirects: by default whom the letter came to. */
function useIdentities({ emailId, account }: ReturnType<typeof placeOfRequest>, chosenId: Id | undefined) {
  const [identities, setIdentities] = useState<readonly Identity[]>([]);
  const [identity, setIdentity] = useState<Identity>();
  useEffect(() => {
    let isOver = false;
    const records = recordsOf(account.accountId);
    const find = async (): Promise<void> => {
      const all = await loadIdentities(records);
      const chosen = all.find(({ id }) => id === chosenId);
      const addressed =
        all.length > 1 && !chosen ? await addressedIn(emailId, records).catch(() => undefined) : undefined;
      if (isOver) return;
      setIdentities(all);
      setIdentity(chosen ?? (addressed && identityForAnswer(all, addressed)) ?? mainAmong(all, account.email));
    };
    find().catch(() => isOver || notify({ key: "compose.notOpened", tone: "error" }));
    return () => {
      isOver = true;
    };
  }, [account, emailId, chosenId]);
  return { identities, identity, setIdentity };
}

/** Asks to whom a letter goes on as it is. */
export function RedirectDialog({ request, onClose }: RedirectDialogProps) {
  const { t } = useTranslation();
  const [place] = useState(() => placeOfRequest(request));
  const { identities, identity, setIdentity } = useIdentities(place, request.identityId);
  const [start] = useState(request.to ?? []);
  const [to, setTo] = useState(start);
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const redirectIdOf = useIdFor(() => crypto.randomUUID());

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
      const { account, emailId } = place;
      const { accountId } = account;
      const redirectId = redirectIdOf(JSON.stringify([identity.id, all.map(({ email }) => email)]));
      await redirectEmail({ accountId, emailId, identityId: identity.id, to: all, redirectId, named });
      onClose();
    } catch (error) {
      setBusy(false);
      setProblem(redirectProblem(error, t));
    }
  };

  return (
    <PeopleDialog
      title={t("compose.redirect.title")}
      text={t("compose.redirect.text")}
      sendLabel={t("compose.redirect.send")}
      isChanged={text !== "" || JSON.stringify(to) !== JSON.stringify(start)}
      problem={problem}
      isBusy={isBusy || !identity}
      onSend={() => void redirect()}
      onClose={onClose}
    >
      <SenderLine account={place.account} identities={identities} identity={identity} onChoose={setIdentity} />
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
    </PeopleDialog>
  );
}
