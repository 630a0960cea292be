/** Says once, while the page stands open, that an Email did not go out, and why. */
import type { OutboxEntry, SendProblem } from "@pismo/jmap";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { notify } from "../../../store/index.ts";
import { useOutbox } from "../../../store/submissions/outbox.ts";

/** Entries that existed when the page loaded are not announced; others are announced once. Undefined: not loaded yet. */
let said: { accountId: string; keys: Set<string> } | undefined;

const problemOf = ({ recipients }: OutboxEntry): SendProblem | undefined =>
  recipients.find(({ problem }) => problem !== null)?.problem ?? undefined;

export function useOutboxNotices(): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { accountId, entries } = useOutbox();
  useEffect(() => {
    if (!entries) return;
    const known = entries.flatMap((entry) => {
      const problem = problemOf(entry);
      return problem ? [{ key: `${entry.id} ${problem}`, subject: entry.subject, problem }] : [];
    });
    if (said?.accountId !== accountId) {
      said = { accountId, keys: new Set(known.map(({ key }) => key)) };
      return;
    }
    for (const { key, subject, problem } of known) {
      if (said.keys.has(key)) continue;
      said.keys.add(key);
      notify({
        key: "outbox.notice",
        values: { subject: subject || t("outbox.noSubject"), problem: t(`outbox.problem.${problem}`) },
        tone: "error",
        timeout: 0,
        action: { key: "outbox.show", perform: () => void navigate("/outbox") },
      });
    }
  }, [accountId, entries, navigate, t]);
}
