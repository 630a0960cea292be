/** Says once, while the page stands open, that an Email did not go out, and why. */
import type { OutboxEntry, SendProblem } from "@pismo/jmap";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { notify } from "../../../store/index.ts";
import { shortened } from "../../../store/shortened.ts";
import { useOutbox } from "../../../store/submissions/outbox.ts";

/** Entries that existed when the page loaded are not announced; others are announced once. Undefined: not loaded yet. */
let said: { accountId: string; keys: Set<string> } | undefined;

const problemOf = ({ recipients }: OutboxEntry): SendProblem | undefined =>
  recipients.find(({ problem }) => problem !== null)?.problem ?? undefined;

/** Characters of a notice. */
const MAX_PEOPLE = 100;

/** Who did not get what others got; undefined: it has not gone out at all. */
function missingOf({ recipients }: OutboxEntry): string | undefined {
  const missing = recipients.filter(({ problem }) => problem !== null);
  if (recipients.every(({ state }) => state !== "sent")) return undefined;
  return shortened(missing.map(({ email }) => email).join(", "), MAX_PEOPLE);
}

export function useOutboxNotices(): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { accountId, entries } = useOutbox();
  useEffect(() => {
    if (!entries) return;
    const known = entries.flatMap((entry) => {
      const problem = problemOf(entry);
      const { id, subject } = entry;
      return problem ? [{ key: `${id} ${problem}`, subject, problem, people: missingOf(entry) }] : [];
    });
    if (said?.accountId !== accountId) {
      said = { accountId, keys: new Set(known.map(({ key }) => key)) };
      return;
    }
    for (const { key, subject, problem, people } of known) {
      if (said.keys.has(key)) continue;
      said.keys.add(key);
      notify({
        key: people === undefined ? "outbox.notice" : "outbox.noticeOfSome",
        values: {
          subject: subject || t("outbox.noSubject"),
          problem: t(`outbox.problem.${problem}`),
          ...(people !== undefined && { people }),
        },
        tone: "error",
        timeout: 0,
        action: { key: "outbox.show", perform: () => void navigate("/outbox") },
      });
    }
  }, [accountId, entries, navigate, t]);
}
