/** Shared by the account dialogs: the draft, its faults, and one task at a time. */
import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AccountDraft, serversOf } from "./account-draft.ts";
import type { FormProblem } from "./form-problem.ts";
import { problemOf } from "./server-problem.ts";

export interface AccountForm {
  form: RefObject<HTMLFormElement | null>;
  draft: AccountDraft;
  isChanged: boolean;
  problem: FormProblem | undefined;
  /** The running task, in words. */
  busy: string | undefined;
  change: (change: Partial<AccountDraft>) => void;
  replace: (draft: AccountDraft) => void;
  /** Says what is wrong and puts the focus there. */
  refuse: (problem: FormProblem | undefined) => void;
  /** Does one thing, broken off when the dialog closes; what it throws stands beside its field. */
  run: (words: string, work: (signal: AbortSignal) => Promise<void>) => Promise<void>;
}

/** @param first the draft to begin with */
export function useAccountForm(first: AccountDraft): AccountForm {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [start] = useState(first);
  const [draft, setDraft] = useState(start);
  const [problem, setProblem] = useState<FormProblem>();
  const [busy, setBusy] = useState<string>();
  const under = useRef<AbortController>(undefined);
  useEffect(() => () => under.current?.abort(), []);
  useEffect(() => {
    // Where it is, once it is drawn.
    const field = problem && form.current?.querySelector<HTMLElement>(`[data-field="${problem.field}"]`);
    field?.focus();
  }, [problem]);
  return {
    form,
    draft,
    isChanged: JSON.stringify(draft) !== JSON.stringify(start),
    problem,
    busy,
    change(change) {
      setDraft((before) => ({ ...before, ...change }));
      setProblem(undefined);
    },
    replace: setDraft,
    refuse: setProblem,
    async run(words, work) {
      const own = (under.current = new AbortController());
      setBusy(words);
      setProblem(undefined);
      try {
        await work(own.signal);
      } catch (error) {
        if (own.signal.aborted) return;
        setProblem(problemOf(error, serversOf(draft), t));
      }
      setBusy(undefined);
    },
  };
}
