/** What the form does with the Email being written, and what it says when something stands in the way. */
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import type { AccountInfo } from "../../store/index.ts";
import { type DraftLock, prepareContacts } from "../../store/drafts/writing.ts";
import { leftOutText } from "./attachments/left-out-text.ts";
import type { RecipientName } from "./session/draft-fields.ts";
import { ComposeSession, type ComposeState, type SendProblem } from "./session/compose-session.ts";
import { recipientProblems, type RecipientProblems, sendProblem } from "./send-problem.ts";
import type { InitialFields } from "./session/initial-fields.ts";

export interface ComposeFormState {
  form: RefObject<HTMLFormElement | null>;
  session: ComposeSession;
  state: ComposeState;
  /** What has to be heard at once. */
  problem: string | undefined;
  /** What may be read in passing. */
  remark: string | undefined;
  recipientProblems: RecipientProblems;
  forgetRecipientProblem(name: RecipientName): void;
  addFiles(picked: File[]): Promise<void>;
  clearFiles(): void;
  send(): Promise<void>;
}

export function useComposeForm(
  start: InitialFields,
  lock: DraftLock,
  account: AccountInfo,
  onClose: () => void,
): ComposeFormState {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [session] = useState(() => new ComposeSession(start, lock, account.accountId, onClose));
  const state = useSyncExternalStore(session.subscribe, session.get);
  const [problem, setProblem] = useState(() => (start.error === undefined ? undefined : sendProblem(start.error, t)));
  const [remark, setRemark] = useState<string>();
  const [ofRecipients, setOfRecipients] = useState<RecipientProblems>({});

  const isFull = state.attachments.some((file) => file.problem === "full");

  useEffect(prepareContacts, []);
  useEffect(() => session.open(), [session]);

  const forget = (): void => {
    setProblem(undefined);
    setRemark(undefined);
  };
  const explain = (found: SendProblem): void => {
    if (found.kind === "refused") return setProblem(sendProblem(found.error, t));
    if (found.kind === "uploads") return setProblem(t("compose.error.uploads"));
    const problems = recipientProblems(found, t);
    setOfRecipients(problems);
    const [first] = Object.keys(problems) as RecipientName[];
    if (first) focusRecipients(form.current, first);
  };

  return {
    form,
    session,
    state,
    problem: problem ?? (isFull ? t("compose.error.uploadFull") : undefined),
    remark,
    recipientProblems: ofRecipients,
    forgetRecipientProblem: (name) => setOfRecipients((before) => ({ ...before, [name]: undefined })),
    async addFiles(picked) {
      if (picked.length === 0) return;
      const leftOut = await session.files.add(picked, { ...account, types: account.attachmentTypes });
      const { alert, note } = leftOutText(leftOut, account, t);
      setProblem(alert);
      setRemark(note);
    },
    clearFiles() {
      forget();
      session.files.clear();
    },
    async send() {
      forget();
      const found = await session.send();
      if (found) explain(found);
    },
  };
}

/** The first chip that is to be corrected, else the input. */
function focusRecipients(form: HTMLFormElement | null, name: RecipientName): void {
  const input = form?.querySelector<HTMLElement>(`[data-recipients="${name}"]`);
  const wrong = input?.closest("ul")?.querySelector<HTMLElement>("[data-invalid] [data-chip]");
  (wrong ?? input)?.focus();
}
